import type { PersonDb } from './person-db.ts';

/** Takes an order off the device that the shop has deleted, with its timeline, and counts one less. */
export async function dropOrder(db: PersonDb, id: string): Promise<void> {
  await db.transaction('rw', db.orders, db.timelines, db.meta, async () => {
    const known = await db.orders.get(id);
    const total = (await db.meta.get('orders.total'))?.value as number | undefined;
    if (known !== undefined && total !== undefined) {
      await db.meta.put({ key: 'orders.total', value: Math.max(total - 1, 0) });
    }
    await db.orders.delete(id);
    await db.timelines.delete(id);
  });
}
