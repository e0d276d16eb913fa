import type { OrderRecord } from '../model/order-record.ts';
import { needsAttention } from '../orders/order-state.ts';

/**
 * Says why the events of an order have to stay in Redis, in words; null when it is finished: it was shipped, refunded or deleted, nobody has
 * anything to decide in it (a wish to cancel, a refund without an answer or that failed, an open dispute), and nothing has happened in it since
 * `quietSince` (ms). That is the time in which a bank may still bring a payment back: whoever trims chooses it.
 */
export function whyUnfinished({ state, history }: OrderRecord, quietSince: number): string | null {
  const { status } = state;
  if (status === 'none')
    return 'no document of it is stored, so nobody knows whether it is finished: run a rebuild';
  if (status === 'unpaid') return 'it is not paid';
  if (status === 'paid') return 'it is paid and not shipped';
  if (needsAttention(state)) return 'it needs a decision';
  const last = history.at(-1);
  if (last === undefined || last.ts >= quietSince)
    return `its last event, ${last?.seq ?? 0}, is not old enough`;
  return null;
}
