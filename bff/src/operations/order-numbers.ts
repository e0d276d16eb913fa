import { isDeleted, type OrderLog } from '@karigar/events';
import { showNumber } from '../contracts/order-number.ts';

const orderId = /\bord_[\da-f]{24}\b/g;

/** Writes the numbers of orders in place of their ids, which no admin knows. An order that is not found keeps its id. */
export async function withOrderNumbers(
  log: Pick<OrderLog, 'order'>,
  texts: readonly string[],
): Promise<string[]> {
  const ids = new Set(texts.flatMap((text) => text.match(orderId) ?? []));
  const numbers = new Map<string, string>();
  for (const id of ids) {
    // One order that cannot be read keeps nothing else from being shown.
    const order = await log.order(id).catch(() => null);
    const number = order !== null && isDeleted(order) ? order.seqs[0] : order?.number;
    if (number !== undefined) numbers.set(id, showNumber(number));
  }
  return texts.map((text) => text.replace(orderId, (id) => numbers.get(id) ?? id));
}
