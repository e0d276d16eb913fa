import type { PlaceCommand } from '../commands/place-order.ts';
import { generationKeys, setsOf } from '../log/generation-keys.ts';
import { orderIdFor } from '../log/redis-keys.ts';
import { decodeRecord } from '../model/order-record.ts';
import type { OrderLog } from '../order-log.ts';
import { isLive } from '../orders/order-state.ts';

/**
 * Appends a second `order.created` of an order that is unpaid, as a shop could that has lost all that its read models held of
 * it. Answers the event's seq.
 */
export async function placeTwice(log: OrderLog, command: PlaceCommand): Promise<number> {
  const id = orderIdFor(command.uid, command.idempotencyKey);
  const keys = generationKeys((await log.head()).gen);
  await log.redis.run(async (connection) => {
    const { state } = decodeRecord((await connection.get(keys.order(id))) ?? '');
    const toolsName = isLive(state) ? state.sale.toolsName : '';
    await connection.del(keys.order(id));
    for (const set of setsOf(keys, { uid: command.uid, toolsName }, 'unpaid')) await connection.zRem(set, id);
  });
  const { order } = await log.place(command);
  return order.seqs[0] ?? 0;
}
