import { type OrderDocument, type OrderListQuery, OrderRejectedError } from '@karigar/events';
import type { OrderToShip } from '../contracts/delivery.ts';
import { folded } from '../contracts/written-text.ts';
import { privatePage } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { orderNamed } from './order-access.ts';
import type { OrderParts } from './order-parts.ts';
import { orderView, orderViews } from './order-view.ts';
import { isParcel, orderToShip } from './parcel.ts';

/** The most orders of customers with a name that are looked at. */
const mostOfCustomers = 1_000;

/** The calls with which packers see what they ship. They answer nothing about money. */
export function parcelCalls(parts: OrderParts) {
  const { log } = parts;
  const shown = async (orders: readonly OrderDocument[]): Promise<OrderToShip[]> =>
    (await orderViews(orders, parts)).map(orderToShip);

  /** Finds the orders of customers whose name has every word of a text; an address finds none, because packers do not see addresses. */
  const ofCustomers = async (text: string, query: OrderListQuery): Promise<OrderToShip[]> => {
    const { uids } = await parts.findCustomers(text);
    if (uids.length === 0) return [];
    const { orders } = await log.orders({ ...query, uids, cursor: undefined, limit: mostOfCustomers });
    const words = folded(text).split(/\s+/);
    return (await shown(orders)).filter(({ name }) => words.every((word) => folded(name).includes(word)));
  };
  /** Finds every order that a text names by number, id or customer; null where it can only be words of a tool's name. */
  const named = async (text: string, query: OrderListQuery): Promise<OrderToShip[] | null> => {
    const order = await orderNamed(log, /^\d{1,15}$/.test(text) ? `K-${text}` : text);
    if (isParcel(order)) return shown([order]);
    const found = await ofCustomers(text, query);
    return found.length > 0 ? found : null;
  };
  return {
    async 'GET /parcels'({ query: { status, find, oldest, limit, cursor } }) {
      const query = {
        states: [status === 'Shipped' ? 'shipped' : 'paid'],
        oldestFirst: oldest === 'true',
        limit,
        cursor,
      } satisfies OrderListQuery;
      const found = find ? await named(find, query) : null;
      if (found !== null) {
        const from = Number(cursor ?? 0);
        const to = from + limit;
        const total = found.length;
        return privatePage(found.slice(from, to), { total, nextCursor: to < total ? `${to}` : null });
      }
      const page = await log.orders({ ...query, search: find || undefined });
      return privatePage(await shown(page.orders), page);
    },
    async 'GET /parcels/:id'({ params }) {
      const order = await orderNamed(log, params.id);
      if (!isParcel(order)) throw new OrderRejectedError('ORDER_NOT_FOUND');
      return orderToShip(await orderView(order, parts, true));
    },
  } satisfies Partial<Handlers>;
}
