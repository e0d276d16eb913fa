import { isLiveKey } from '../payments/live-key.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import { inBackground, stripeGateway } from '../payments/stripe-gateway.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';

/**
 * The payment room as a command uses it: the same rules as the server's, without its counters. Throws `OperatorError` when no
 * provider is configured, and for a live key beside the simulator.
 */
export async function paymentParts(context: CommandContext): Promise<PaymentParts> {
  const { simulatorUrl, paymentKey } = context.shop;
  const secretKey = paymentKey ?? (simulatorUrl === null ? null : 'sk_test_karigar_demo');
  if (secretKey === null) {
    throw new OperatorError(
      'The payment provider is not configured: set STRIPE_SECRET_KEY as the server has it.',
    );
  }
  if (simulatorUrl !== null && isLiveKey(secretKey)) {
    throw new OperatorError(
      'STRIPE_SECRET_KEY is a live key, but this shop uses the payment simulator: remove one of the two.',
    );
  }
  // An operator has the time that a waiting customer has not.
  const log = await context.log();
  const provider = { secretKey, webhookSecret: '', simulatorUrl };
  const gateway = stripeGateway(provider, inBackground, log);
  return {
    log,
    gateway,
    background: gateway,
    guard: null,
    notice: () => undefined,
  };
}
