import type { Order } from '@karigar/bff/contracts';
import type { PersonDb } from './person-db.ts';

/**
 * Whether an order may take the place of the one that is held. What is held as it was when the shop was asked (`asked`, its version then) is
 * replaced by the answer even if that is older: the shop has lost the rest. Otherwise live news may have been faster than an answer.
 */
export const mayReplace = (
  held: Pick<Order, 'version'> | undefined,
  next: Pick<Order, 'version'>,
  asked?: number,
): boolean => held === undefined || held.version === asked || held.version <= next.version;

/** Writes an order unless a newer version is saved than there was when the shop was asked (`asked`). Gives whether it did. */
export async function putNewer(db: PersonDb, order: Order, asked?: number): Promise<boolean> {
  const isNewer = mayReplace(await db.orders.get(order._id), order, asked);
  if (isNewer) await db.orders.put(order);
  return isNewer;
}

/** Removes an order that the shop has deleted, with its timeline, and counts one less. */
export async function removeOrder(db: PersonDb, id: string): Promise<void> {
  await db.transaction('rw', db.orders, db.timelines, db.meta, async () => {
    const saved = await db.orders.get(id);
    const total = (await db.meta.get('orders.total'))?.value as number | undefined;
    if (saved !== undefined && total !== undefined) {
      await db.meta.put({ key: 'orders.total', value: Math.max(total - 1, 0) });
    }
    await db.orders.delete(id);
    await db.timelines.delete(id);
  });
}
