import type { OrderListQuery, ShopClock } from '@karigar/events';
import type { OrderQuery } from '../contracts/order.ts';

/** What a filter of the wire calls each state. Money that went back is neither to be sent nor on its way: no `status` finds it. */
const names = {
  unpaid: { status: 'pending', paid: 'false', refunded: 'false' },
  paid: { status: 'pending', paid: 'true', refunded: 'false' },
  shipped: { status: 'Shipped', paid: 'true', refunded: 'false' },
  refunded: { status: '', paid: 'true', refunded: 'true' },
} as const;

const fields = ['status', 'paid', 'refunded'] as const;
const states = Object.keys(names) as (keyof typeof names)[];

/** A date without a time means the shop's whole day. */
const isDay = (text: string): boolean => text.length === 10;

/**
 * Translates the wire's filter into the log's query, of all accounts or of `uids`; one whose parts exclude each other means no state.
 * `limit` is what the page may hold.
 */
export function listQuery(
  query: OrderQuery,
  uids: readonly string[] | undefined,
  limit: number,
  clock: ShopClock,
): OrderListQuery {
  const { from, to } = query;
  return {
    states: states.filter((state) =>
      fields.every((field) => query[field] === undefined || query[field] === names[state][field]),
    ),
    uids,
    attention: query.attention === 'true',
    asked: query.asked === 'true',
    oldestFirst: query.oldest === 'true',
    search: query.search || undefined,
    from: from && (isDay(from) ? clock.startOf(from) : Date.parse(from)),
    to: to && (isDay(to) ? clock.endOf(to) : Date.parse(to) + 1),
    limit,
    cursor: query.cursor,
  } as OrderListQuery;
}
