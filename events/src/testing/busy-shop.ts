import type { OrderDocument } from '../model/order-record.ts';
import type { OrderLog } from '../order-log.ts';
import { isOrderRejected } from '../orders/decision.ts';
import { nextTool, offerTool, origin, samplePlace, sampleTool } from './sample-shop.ts';

/** Tools of a busy test shop. */
const busyTools = ['Claw Hammer', 'Wood Plane', 'Hand Saw'];

/** Puts the tools of a busy test shop on sale. */
export async function openBusyShop(log: OrderLog): Promise<void> {
  for (const [index, name] of busyTools.entries()) {
    await offerTool(log, sampleTool({ id: `tool-${index}`, name, price: 10 + index }), 1_000_000);
  }
}

/**
 * One customer's visit, told by a number: places an order, and by that number also pays, ships, refunds or deletes it, or restocks
 * a tool. Every number is another customer and key; refusals are part of life.
 */
export async function visit(log: OrderLog, turn: number): Promise<void> {
  const { order } = await log.place(
    samplePlace({
      uid: `user-${turn % 17}`,
      idempotencyKey: `visit-${turn}`,
      toolId: `tool-${turn % busyTools.length}`,
      quantity: 1 + (turn % 4),
    }),
  );
  const orderId = order.id;
  try {
    if (turn % 5 === 0) {
      await log.remove({ orderId, reason: 'customer', expectedIntent: null, ...origin });
      return;
    }
    if (turn % 5 < 4) await log.pay({ orderId, transactionId: `pi_${turn}`, ...origin });
    if (turn % 5 < 3) await log.ship({ orderId, ...origin });
    if (turn % 7 === 6) await giveBack(log, order, turn);
    if (turn % 11 === 0) {
      const tool = await nextTool(log, order.toolId);
      await log.setStock({ toolId: tool.id, add: 3, tool, ...origin });
    }
  } catch (error) {
    if (!isOrderRejected(error)) throw error;
  }
}

/** Asks for the money, of which the provider gives back a part or all, or refuses. */
async function giveBack(log: OrderLog, { id, price }: OrderDocument, turn: number): Promise<void> {
  const ask = { type: 'request-refund', reason: 'other', restock: turn % 2 === 0 } as const;
  const { changed } = await log.afterPayment(id, ask, origin);
  if (!changed || turn % 3 === 0) return;
  const amount = turn % 3 === 1 ? price * 100 : 1;
  await log.afterPayment(id, { type: 'record-refund', refundId: `re_${turn}`, amount, by: 'shop' }, origin);
}

/** Visits from several customers at once until told to stop; answers how many there were. */
export async function keepBusy(
  log: OrderLog,
  signal: AbortSignal,
  first: number,
  customers = 16,
): Promise<number> {
  let next = first;
  const customer = async (): Promise<void> => {
    while (!signal.aborted) {
      const turn = next;
      next += 1;
      await visit(log, turn);
    }
  };
  await Promise.all(Array.from({ length: customers }, customer));
  return next - first;
}
