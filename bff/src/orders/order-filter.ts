import type { OrderListQuery } from '@karigar/events';
import type { OrderQuery } from '../contracts/order.ts';

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

/** A date without a time means its whole day, so `to` ends after it. */
const endOf = (to: string): number => Date.parse(to) + (/^\d{4}-\d{2}-\d{2}$/.test(to) ? 86_400_000 : 1);

/** Translates the wire's filter into the log's query, of all accounts or of `uids`. `limit` is what the page may hold. */
export function listQuery(
  query: OrderQuery,
  uids: readonly string[] | undefined,
  limit: number,
): OrderListQuery {
  return {
    states: statesFor(query),
    uids,
    attention: query.attention === 'true',
    asked: query.asked === 'true',
    oldestFirst: query.oldest === 'true',
    search: query.search || undefined,
    from: query.from === undefined ? undefined : Date.parse(query.from),
    to: query.to === undefined ? undefined : endOf(query.to),
    limit,
    cursor: query.cursor,
  };
}
