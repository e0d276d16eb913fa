import type { OrderListQuery } from '@karigar/events';
import type { OrderQuery } from '../contracts/order.ts';
import type { ShopClock } from '../contracts/shop-clock.ts';

type States = NonNullable<OrderListQuery['states']>;

/**
 * Names the states of the log that a filter stands for; none when its parts exclude each other. An order whose money went back is
 * neither to be sent nor on its way, so a filter by `status` leaves it out.
 */
export function statesFor(query: Pick<OrderQuery, 'status' | 'paid' | 'refunded'>): States {
  return (['unpaid', 'paid', 'shipped', 'refunded'] as const).filter((state) => {
    const refunded = state === 'refunded';
    const fitsStatus =
      query.status === undefined || (!refunded && (query.status === 'Shipped') === (state === 'shipped'));
    const fitsPaid = query.paid === undefined || (query.paid === 'true') === (state !== 'unpaid');
    const fitsRefunded = query.refunded === undefined || (query.refunded === 'true') === refunded;
    return fitsStatus && fitsPaid && fitsRefunded;
  });
}

/** A date without a time means the shop's whole day. */
const isDay = (text: string): boolean => text.length === 10;

/** Translates the wire's filter into the log's query, of all accounts or of `uids`. `limit` is what the page may hold. */
export function listQuery(
  query: OrderQuery,
  uids: readonly string[] | undefined,
  limit: number,
  clock: ShopClock,
): OrderListQuery {
  const { from, to } = query;
  return {
    states: statesFor(query),
    uids,
    attention: query.attention === 'true',
    asked: query.asked === 'true',
    oldestFirst: query.oldest === 'true',
    search: query.search || undefined,
    from: from === undefined ? undefined : isDay(from) ? clock.startOf(from) : Date.parse(from),
    to: to === undefined ? undefined : isDay(to) ? clock.endOf(to) : Date.parse(to) + 1,
    limit,
    cursor: query.cursor,
  };
}
