import { randomUUID } from 'node:crypto';
import { comparePayments, type PaymentDifference } from '../payments/compare-payments.ts';
import { expireUnpaid } from '../payments/expire-unpaid.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import { RoundFaults } from '../payments/round-faults.ts';
import { inBackground, stripeGateway } from '../payments/stripe-gateway.ts';
import { age, moment, option } from './arguments.ts';
import { type Context, command } from './command.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';

/** Commands that ask the payment provider. */
export const paymentCommands = [
  command({
    name: 'payments',
    help: 'Compare orders with the payment provider: sums, states, refunds, disputes, what only one side knows',
    examples: ['payments --compare', 'payments --compare --from 2026-11-01 --to 2026-12-01'],
    options: [
      option('--compare', 'name every difference and what to do; changes nothing').makeOptionMandatory(),
      option('--from <time>', 'placed or opened from this time on', moment),
      option('--to <time>', 'and before this one', moment),
    ],
    async run(context, { from = 0, to = Date.now() + 1_000 }: { from?: number; to?: number }) {
      if (from >= to) throw new OperatorError('--from must be before --to.');
      const differences: PaymentDifference[] = [];
      // Each is told as soon as it is found, because asking about each payment takes long in a large shop.
      for await (const one of comparePayments(await paymentParts(context), { from, to }, context.signal)) {
        differences.push(one);
        context.output.line(
          `PAYMENT  order ${one.orderId || '-'}  payment ${one.intentId || '-'}  ${one.what}`,
        );
        context.output.line(`         ${one.advice}.`);
      }
      const { length } = differences;
      const points = length === 1 ? 'one point' : `${length} points`;
      return {
        value: { from: isoTime(from), to: isoTime(to), differences },
        text: [length === 0 ? 'The payment provider agrees.' : `The payment provider differs in ${points}.`],
        ok: length === 0,
      };
    },
  }),
  command({
    name: 'expire',
    help: 'Delete unpaid orders that are too old',
    examples: ['expire --unpaid-older 48h --yes'],
    options: [
      option('--unpaid-older <age>', 'placed longer ago than this: 90m, 48h, 3d', age).makeOptionMandatory(),
    ],
    yes: 'do not ask',
    why: ['routine', 'stock', 'other'],
    // Each as its owner would: the payment intent is cancelled first, and an order whose money has just come becomes paid instead.
    async run(context, { unpaidOlder }: { unpaidOlder: number }) {
      const parts = await paymentParts(context);
      const before = (await parts.log.now()) - unpaidOlder;
      const { total } = await parts.log.orders({ states: ['unpaid'], to: before, limit: 1 });
      if (total > 0)
        await context.confirm(`${total} unpaid orders placed before ${isoTime(before)} will be deleted.`);
      const origin = { actor: context.who, correlationId: `expire-${randomUUID()}` };
      const faults = new RoundFaults(parts.gateway);
      const deleted = await expireUnpaid(parts, { to: before }, origin, faults, context.signal);
      if (deleted > 0) await context.note({ before, deleted });
      if (context.signal.aborted)
        throw new OperatorError(
          `${deleted} orders were deleted: start the same command again for the others.`,
        );
      const left = total - deleted;
      context.output.result({ before, deleted, left }, [
        `${deleted} orders were deleted and their stock is free again.`,
        left > 0 && `${left} stayed: they were paid meanwhile, or are being paid right now.`,
      ]);
      faults.throwIfAny();
      return {};
    },
  }),
];

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
  return { log, gateway, background: gateway, guard: null, notice: () => undefined };
}
