import { randomUUID } from 'node:crypto';
import { expireUnpaid } from '../payments/expire-unpaid.ts';
import { RoundFaults } from '../payments/round-faults.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';
import { paymentParts } from './payment-parts.ts';
import { recordNote } from './record-note.ts';

/**
 * `expire`: deletes unpaid orders older than an age, each exactly as its owner would: the payment intent is cancelled
 * first, and an order whose money has just come becomes paid instead.
 */
export async function expire(context: CommandContext, options: { unpaidOlder: number }): Promise<number> {
  const { output } = context;
  const parts = await paymentParts(context);
  const before = (await parts.log.now()) - options.unpaidOlder;
  const { total } = await parts.log.orders({ states: ['unpaid'], to: before, limit: 1 });
  if (total > 0) {
    await context.confirm(`${total} unpaid orders placed before ${isoTime(before)} will be deleted.`);
  }
  const origin = { actor: context.who, correlationId: `expire-${randomUUID()}` };
  const faults = new RoundFaults(parts.gateway);
  const deleted = total === 0 ? 0 : await expireUnpaid(parts, { to: before }, origin, faults, context.signal);
  const noted = deleted === 0 || (await recordNote(context, 'expire', { before, deleted }));
  if (context.signal.aborted) {
    throw new OperatorError(`${deleted} orders were deleted: start the same command again for the others.`);
  }
  const left = total - deleted;
  output.result({ before, deleted, left }, () => {
    output.line(`${deleted} orders were deleted and their stock is free again.`);
    if (left > 0) output.line(`${left} stayed: they were paid meanwhile, or are being paid right now.`);
  });
  faults.throwIfAny();
  return noted ? 0 : 1;
}
