import type { Order } from '@karigar/bff/contracts';
import type { PersonDb } from './person-db.ts';

/** Writes an order unless a newer version is saved: a live message may have been faster than an answer. */
export async function putNewer(db: PersonDb, order: Order): Promise<void> {
  const saved = await db.orders.get(order._id);
  if (saved === undefined || saved.version <= order.version) await db.orders.put(order);
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
