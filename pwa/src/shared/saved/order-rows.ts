import type { Order } from '@karigar/bff/contracts';
import { factOf, type PersonTables } from './person-db.ts';

/**
 * Whether an order may replace the saved one. What is saved as it was when the shop was asked (`asked`, its version then) is replaced by
 * the answer even if that is older: the shop has lost the rest. Otherwise live news may have been faster than an answer.
 */
export const mayReplace = (
  held: Pick<Order, 'version'> | undefined,
  next: Pick<Order, 'version'>,
  asked?: number,
): boolean => held === undefined || held.version === asked || held.version <= next.version;

/** Writes an order unless a newer version is saved than there was when the shop was asked (`asked`). Returns whether it did. */
export async function putNewer({ orders }: PersonTables, order: Order, asked?: number): Promise<boolean> {
  const isNewer = mayReplace(await orders.get(order._id), order, asked);
  if (isNewer) await orders.put(order);
  return isNewer;
}

/** Removes an order that the shop has deleted, with its timeline, and counts one less. */
export async function removeOrder(tables: PersonTables, id: string): Promise<void> {
  const { orders, timelines, facts } = tables;
  const list = await factOf(tables, 'list');
  if (list !== undefined && (await orders.get(id)) !== undefined)
    await facts.put({ ...list, total: Math.max(list.total - 1, 0) });
  await orders.delete(id);
  await clearTimeline(timelines, id);
}

/** Removes what happened to an order that is gone; that it was read stays, so that its page says that it is gone. */
export async function clearTimeline(timelines: PersonTables['timelines'], id: string): Promise<void> {
  const read = await timelines.get(id);
  if (read !== undefined) await timelines.put({ ...read, entries: [] });
}

/** What to write so that the saved orders follow a list that was asked for a while ago. */
interface OrderMerge {
  put: Order[];
  remove: string[];
}

/** What a list, newest first, says of orders that it does not name. */
interface ListReach {
  /** Whether it was read to its end. If not it says nothing of orders older than its last one. */
  complete: boolean;
  /** Orders (ids) that were opened on this device; other older ones make room for newer ones. */
  opened: ReadonlySet<string>;
}

/**
 * Compares a list from the shop with what was saved when it was asked for (`before`, ids and versions) and what is saved now. An accepted
 * order, or live news, that came while the list was on its way is newer than the list: it is neither removed nor set back, and an
 * order that was deleted meanwhile does not return. What has not changed meanwhile becomes what the list says. An older order that
 * was opened stays.
 */
export function mergeOrders(
  before: ReadonlyMap<string, number>,
  now: readonly Order[],
  list: readonly Order[],
  { complete, opened }: ListReach,
): OrderMerge {
  const saved = new Map(now.map((order) => [order._id, order]));
  const listed = new Set(list.map((order) => order._id));
  const oldest = complete ? '' : (list.at(-1)?.createdAt ?? '');
  const isGone = ({ _id, createdAt }: Order) =>
    before.has(_id) && !listed.has(_id) && (createdAt > oldest || !opened.has(_id));
  return {
    put: list.filter((order) => {
      const held = saved.get(order._id);
      if (held === undefined) return !before.has(order._id);
      return mayReplace(held, order, before.get(order._id)) && JSON.stringify(held) !== JSON.stringify(order);
    }),
    remove: now.filter(isGone).map((order) => order._id),
  };
}
