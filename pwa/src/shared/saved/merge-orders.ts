import type { Order } from '@karigar/bff/contracts';
import { mayReplace } from './order-rows.ts';

/** What to write so that the saved orders follow a list that was asked for a while ago. */
export interface OrderMerge {
  put: Order[];
  remove: string[];
}

/** What a list, newest first, says of orders that it does not name. */
export interface ListReach {
  /** Whether it was read to its end. If not it says nothing of orders older than its last one. */
  complete: boolean;
  /** Orders (ids) that somebody has opened on this device; others that are older make room for newer ones. */
  opened: ReadonlySet<string>;
}

/**
 * Compares a list from the shop with what was saved when it was asked for (`before`, ids and versions) and what is saved now. An accepted
 * order, or live news, that came while the list was on its way is newer than the list: it is neither removed nor set back, and an
 * order that was deleted meanwhile does not return. Whatever has not changed meanwhile becomes what the list says. An older order that
 * somebody has opened stays.
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
