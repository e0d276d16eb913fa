import { comparePayments, type PaymentDifference } from '../payments/compare-payments.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import { inBackground, stripeGateway } from '../payments/stripe-gateway.ts';
import { tellOnce } from '../payments/tell-operators.ts';
import { option, time } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { type Context, command } from './run-command.ts';

export const paymentsCommand = command({
  usage: 'payments',
  help: 'Compare orders with the payment provider: sums, states, refunds, disputes, what only one side knows',
  example: 'payments --compare --from 2026-11-01',
  options: [
    option('--compare', 'name every difference and what to do; changes nothing').makeOptionMandatory(),
    option('--from <time>', 'only what was placed or opened from this time on', time, 0),
  ],
  async run(context, { from }: { from: number }) {
    const span = { from, to: Date.now() + 1_000 };
    const differences: PaymentDifference[] = [];
    // Each is told as soon as it is found, because asking about each payment takes long in a large shop.
    for await (const one of comparePayments(await paymentParts(context), span, context.signal)) {
      differences.push(one);
      context.output.line(
        `PAYMENT  order ${one.orderId || '-'}  payment ${one.intentId || '-'}  ${one.what}`,
      );
      context.output.line(`         ${one.advice}.`);
    }
    const { length } = differences;
    return {
      value: { from: isoTime(from), differences },
      text: [
        length === 0 ? 'The payment provider agrees.' : `Differences from the payment provider: ${length}.`,
      ],
      ok: length === 0,
    };
  },
});

/** Opens the payment room as a server has it, without its counters. Throws `OperatorError` when no provider is configured. */
export async function paymentParts({ shop, log: open }: Context): Promise<PaymentParts> {
  const { secretKey, simulatorUrl } = shop.payments;
  if (secretKey === undefined)
    throw new OperatorError(
      'The payment provider is not configured: set STRIPE_SECRET_KEY as the server has it.',
    );
  const log = await open();
  const provider = { secretKey, webhookSecret: '', simulatorUrl };
  // An operator has the time that a waiting customer has not.
  const gateway = stripeGateway(provider, inBackground, log);
  const parts = { log, gateway, background: gateway, guard: null, notice: () => undefined };
  return { ...parts, tell: tellOnce(log) };
}
