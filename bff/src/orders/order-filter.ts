import type { OrderListQuery } from '@karigar/events';
import type { OrderQuery } from '../contracts/order.ts';

type States = NonNullable<OrderListQuery['states']>;

/** Names the states of the log that a filter by `status` and `paid` stands for; none when the two exclude each other. */
export function statesFor(query: Pick<OrderQuery, 'status' | 'paid'>): States {
  return (['unpaid', 'paid', 'shipped'] as const).filter((state) => {
    const fitsStatus = query.status === undefined || (query.status === 'Shipped') === (state === 'shipped');
    const fitsPaid = query.paid === undefined || (query.paid === 'true') === (state !== 'unpaid');
    return fitsStatus && fitsPaid;
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
    search: query.search || undefined,
    from: query.from === undefined ? undefined : Date.parse(query.from),
    to: query.to === undefined ? undefined : endOf(query.to),
    limit,
    cursor: query.cursor,
  };
}
