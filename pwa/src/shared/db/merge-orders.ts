import type { Order } from '@karigar/bff/contracts';

/** What to write so that the saved orders follow a list that was asked for a while ago. */
export interface OrderMerge {
  put: Order[];
  remove: string[];
}

/**
 * Compares a list from the shop with what was saved when it was asked for (`before`, ids) and what is saved now. An accepted
 * order, or live news, that came while the list was on its way is newer than the list: it is neither removed nor set back, and an
 * order that was deleted meanwhile does not return.
 */
export function mergeOrders(
  before: ReadonlySet<string>,
  now: readonly Order[],
  list: readonly Order[],
): OrderMerge {
  const saved = new Map(now.map((order) => [order._id, order]));
  const listed = new Set(list.map((order) => order._id));
  return {
    put: list.filter((order) => {
      const known = saved.get(order._id);
      if (known === undefined) return !before.has(order._id);
      return known.version <= order.version && JSON.stringify(known) !== JSON.stringify(order);
    }),
    remove: now.map((order) => order._id).filter((id) => before.has(id) && !listed.has(id)),
  };
}
