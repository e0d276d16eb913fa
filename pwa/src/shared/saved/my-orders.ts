import type { Order, OrderTimelineEntry } from '@karigar/bff/contracts';
import { getOrder, getOrdersOf, getOrderTimeline } from '../api/calls.ts';
import { isGone } from '../api/failure.ts';
import { findOrder } from '../writes/find-order.ts';
import { settle, type Write } from '../writes/settle.ts';
import { clearTimeline, mergeOrders, putNewer, removeOrder } from './order-rows.ts';
import { createPersonRevalidation, usePersonData, usePersonQuery } from './person-data.ts';
import { factOf, type PersonTables, personDb } from './person-db.ts';
import { perKey } from './revalidation.ts';

/** How many of the newest orders are saved on the device; older ones are only counted, and saved once they have been opened. */
const savedOrders = 300;
const pageSize = 100;

/** The person's saved orders, newest first, and how many there are in all. */
export interface MyOrders {
  orders: Order[];
  total: number;
}

const ordersOf = createPersonRevalidation(async ({ uid, email }) => {
  const db = personDb(uid);
  const saved = await db.read(({ orders }) => orders.all());
  const before = new Map(saved.map(({ _id, version }) => [_id, version]));
  const list: Order[] = [];
  let cursor: string | null = null;
  let total = 0;
  do {
    const page: Awaited<ReturnType<typeof getOrdersOf>> = await getOrdersOf(email, {
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    });
    list.push(...page.items);
    total = page.total;
    cursor = page.nextCursor;
  } while (cursor !== null && list.length < savedOrders);
  const complete = cursor === null;
  await db.write(async ({ orders, timelines, facts }) => {
    const opened = new Set([
      ...(await timelines.all()).map(({ orderId }) => orderId),
      ...revalidationOf.made.keys(),
    ]);
    const { put, remove } = mergeOrders(before, await orders.all(), list, { complete, opened });
    await orders.put(...put);
    await orders.delete(...remove);
    for (const id of remove) await clearTimeline(timelines, id);
    const oldest = complete ? '' : (list.at(-1)?.createdAt ?? '');
    await facts.put({ key: 'list', total, oldest, savedAt: Date.now() });
  });
});

/** Brings the person's saved orders up to date. */
export const revalidateMyOrders = (uid: string): Promise<void> => ordersOf(uid).run();

/** Reads the person's orders after one of them has changed. */
export const rereadMyOrders = (uid: string): Promise<void> => ordersOf(uid).runAnew();

/** The person's orders, followed. A 401 or 403 of the shop is in `failure`. */
export const useMyOrders = () =>
  usePersonData<MyOrders>(ordersOf, async (tables) => {
    const list = await factOf(tables, 'list');
    if (list === undefined) return { data: undefined, savedAt: null };
    // Older ones that were opened are no part of the newest.
    const orders = (await tables.orders.all())
      .filter(({ createdAt }) => createdAt >= list.oldest)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    return { data: { orders, total: Math.max(list.total, orders.length) }, savedAt: list.savedAt };
  });

/** Reads an order that was opened on this page and its timeline again, and saves both; one that is gone is removed from the device. */
const revalidationOf = perKey((id) =>
  createPersonRevalidation(async ({ uid }) => {
    const db = personDb(uid);
    const asked = await db.read(({ orders }) => orders.get(id));
    const [order, entries] = await Promise.all([getOrder(id), getOrderTimeline(id)]).catch(
      (error: unknown): [null, OrderTimelineEntry[]] => {
        if (!isGone(error)) throw error;
        return [null, []];
      },
    );
    await db.write(async (tables) => {
      // Live news may have been faster: what was deleted meanwhile does not return, and nothing is set back.
      const isDeleted = asked !== undefined && (await tables.orders.get(id)) === undefined;
      await tables.timelines.put({ orderId: id, entries: isDeleted ? [] : entries, savedAt: Date.now() });
      // Last: after two nested async functions Dexie does not know its transaction any more.
      if (order === null) await removeOrder(tables, id);
      else if (!isDeleted) await putNewer(tables, order, asked?.version);
    });
  }),
);

/** Reads one order and its timeline after it has changed, at any place in the list. */
export const rereadMyOrder = (uid: string, id: string): Promise<void> => revalidationOf(id)(uid).runAnew();

/**
 * Changes one of the person's orders at the shop (`settle`) and saves it; `isDone` tells of an order that it is changed. When that
 * fails, throws why and reads the order again.
 */
export async function changeMyOrder(
  uid: string,
  id: string,
  { isDone, ...write }: Omit<Write<{ order: Order }>, 'find'> & { isDone: (now: Order) => boolean },
): Promise<void> {
  try {
    const { order } = await settle({
      ...write,
      async find() {
        const now = await findOrder(id);
        return now !== null && isDone(now) ? { order: now } : null;
      },
    });
    await personDb(uid).write((tables) => putNewer(tables, order));
  } catch (error) {
    void rereadMyOrder(uid, id);
    throw error;
  }
}

/** One of the person's orders, followed; null when the shop has no such order (any more). */
export const useMyOrder = (id: string) =>
  usePersonData<Order | null>(
    revalidationOf(id),
    async ({ orders, timelines }) => {
      const savedAt = (await timelines.get(id))?.savedAt ?? null;
      // The list holds it too, so it may be there before it was ever read by itself.
      return { data: (await orders.get(id)) ?? (savedAt === null ? undefined : null), savedAt };
    },
    [id],
  );

/** The saved timeline of one order, oldest first; undefined while unknown. */
export const useOrderTimeline = (id: string): OrderTimelineEntry[] | undefined =>
  usePersonQuery(async ({ timelines }) => (await timelines.get(id))?.entries, [id]);

/** Counts the orders that wait for a person: those that have not reached the shop, and those that are not paid. */
async function countWaiting({ orders, outbox }: PersonTables): Promise<number> {
  const unsent = (await outbox.all()).filter(
    ({ status, work }) => status !== 'accepted' && work.kind === 'order',
  );
  return unsent.length + (await orders.all()).filter(({ paid }) => !paid).length;
}

/** How many orders wait for the signed-in person, followed; 0 while that is unknown. */
export const useWaitingOrders = (): number => usePersonQuery(countWaiting) ?? 0;
