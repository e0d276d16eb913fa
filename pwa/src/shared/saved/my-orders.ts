import type { Order, OrderTimelineEntry } from '@karigar/bff/contracts';
import { getOrder, getOrdersOf, getOrderTimeline } from '../api/calls.ts';
import { hasCode } from '../api/failure.ts';
import { mergeOrders } from './merge-orders.ts';
import { putNewer, removeOrder } from './order-rows.ts';
import {
  createPersonRevalidation,
  type PersonRevalidation,
  savedAtOf,
  usePersonData,
  usePersonQuery,
} from './person-data.ts';
import { personDb } from './person-db.ts';

/** How many of the newest orders are saved on the device; older ones are only counted, and saved once they have been opened. */
const savedOrders = 300;
const pageSize = 100;

/** The person's saved orders, newest first, and how many there are in all. */
export interface MyOrders {
  orders: Order[];
  total: number;
}

/** Whatever order has been opened on this page, by id. */
const oneOrder = new Map<string, PersonRevalidation>();

const ordersOf = createPersonRevalidation(async ({ uid, email }) => {
  const db = personDb(uid);
  const before = new Map((await db.orders.toArray()).map(({ _id, version }) => [_id, version]));
  const orders: Order[] = [];
  let cursor: string | null = null;
  let total = 0;
  do {
    const page: Awaited<ReturnType<typeof getOrdersOf>> = await getOrdersOf(email, {
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    });
    orders.push(...page.items);
    total = page.total;
    cursor = page.nextCursor;
  } while (cursor !== null && orders.length < savedOrders);
  const complete = cursor === null;
  await db.transaction('rw', db.orders, db.timelines, db.meta, async () => {
    const opened = new Set([...(await db.timelines.toCollection().primaryKeys()), ...oneOrder.keys()]);
    const { put, remove } = mergeOrders(before, await db.orders.toArray(), orders, { complete, opened });
    await db.orders.bulkPut(put);
    await db.orders.bulkDelete(remove);
    await db.timelines.bulkDelete(remove);
    await db.meta.bulkPut([
      { key: 'orders.savedAt', value: Date.now() },
      { key: 'orders.total', value: total },
      { key: 'orders.oldest', value: complete ? '' : orders.at(-1)?.createdAt },
    ]);
  });
});

/** Brings the person's saved orders up to date. */
export const revalidateMyOrders = (uid: string): Promise<void> => ordersOf(uid).run();

/** Reads the person's orders after one of them has changed. */
export const rereadMyOrders = (uid: string): Promise<void> => ordersOf(uid).runAnew();

/** The person's orders, followed. A 401 or 403 of the shop is in `failure`. */
export const useMyOrders = () =>
  usePersonData<MyOrders>(ordersOf, async (db) => {
    const savedAt = await savedAtOf(db, 'orders.savedAt');
    if (savedAt === null) return { data: undefined, savedAt };
    // Older ones that somebody has opened are no part of the newest.
    const oldest = ((await db.meta.get('orders.oldest'))?.value as string | undefined) ?? '';
    const orders = await db.orders.where('createdAt').aboveOrEqual(oldest).reverse().toArray();
    const total = (await db.meta.get('orders.total'))?.value as number | undefined;
    return { data: { orders, total: Math.max(total ?? 0, orders.length) }, savedAt };
  });

/** Reads one order and its timeline again, and saves both; an order that is gone is removed from the device. */
const revalidationOf = (id: string) => {
  const existing = oneOrder.get(id);
  if (existing !== undefined) return existing;
  const made = createPersonRevalidation(async ({ uid }) => {
    const db = personDb(uid);
    const savedOrder = await db.orders.get(id);
    try {
      const [order, entries] = await Promise.all([getOrder(id), getOrderTimeline(id)]);
      await db.transaction('rw', db.orders, db.timelines, db.meta, async () => {
        // Live news may have been faster: what was deleted meanwhile does not return, and nothing is set back.
        const deleted = savedOrder !== undefined && (await db.orders.get(id)) === undefined;
        if (!deleted) {
          await putNewer(db, order, savedOrder?.version);
          await db.timelines.put({ orderId: id, entries });
        }
        await db.meta.put({ key: `order.${id}.savedAt`, value: Date.now() });
      });
    } catch (error) {
      if (!hasCode(error, 'ORDER_NOT_FOUND', 'ORDER_GONE', 'NOT_FOUND')) throw error;
      await db.transaction('rw', db.orders, db.timelines, db.meta, async () => {
        await removeOrder(db, id);
        await db.meta.put({ key: `order.${id}.savedAt`, value: Date.now() });
      });
    }
  });
  oneOrder.set(id, made);
  return made;
};

/** Reads one order and its timeline after it has changed, wherever it stands in the list. */
export const rereadMyOrder = (uid: string, id: string): Promise<void> => revalidationOf(id)(uid).runAnew();

/** One of the person's orders, followed; null when the shop has no such order (any more). */
export const useMyOrder = (id: string) =>
  usePersonData<Order | null>(
    revalidationOf(id),
    async (db) => {
      const savedAt = await savedAtOf(db, `order.${id}.savedAt`);
      // The list holds it too, so it may be there before it was ever read by itself.
      return { data: (await db.orders.get(id)) ?? (savedAt === null ? undefined : null), savedAt };
    },
    [id],
  );

/** The saved timeline of one order, oldest first; undefined while unknown. */
export const useOrderTimeline = (id: string): OrderTimelineEntry[] | undefined =>
  usePersonQuery(async (db) => (await db.timelines.get(id))?.entries, undefined, [id]);
