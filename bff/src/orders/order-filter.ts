import type { OrderDocument, OrderListQuery, OrderLog, OrderPage } from '@karigar/events';
import type { OrderQuery } from '../contracts/order.ts';

type State = NonNullable<OrderListQuery['state']>;

/** Names the states of the log that a filter by `status` and `paid` stands for; none when the two exclude each other. */
export function statesFor(query: Pick<OrderQuery, 'status' | 'paid'>): readonly State[] {
  const states = (['unpaid', 'paid', 'shipped'] as const).filter((state) => {
    const fitsStatus = query.status === undefined || (query.status === 'Shipped') === (state === 'shipped');
    const fitsPaid = query.paid === undefined || (query.paid === 'true') === (state !== 'unpaid');
    return fitsStatus && fitsPaid;
  });
  return states.length === 3 ? ['all'] : states;
}

/** A date without a time means its whole day, so `to` ends after it. */
const endOf = (to: string): number => Date.parse(to) + (/^\d{4}-\d{2}-\d{2}$/.test(to) ? 86_400_000 : 1);

/** Lists one page of orders by the wire's filter, newest first. `limit` is what the page may hold. */
export async function listOrders(log: OrderLog, query: OrderQuery, limit: number): Promise<OrderPage> {
  const states = statesFor(query);
  const common = {
    email: query.email || undefined,
    search: query.search || undefined,
    from: query.from === undefined ? undefined : Date.parse(query.from),
    to: query.to === undefined ? undefined : endOf(query.to),
    limit,
    cursor: query.cursor,
  };
  const [only] = states;
  if (only === undefined) return { orders: [], total: 0, nextCursor: null };
  if (states.length === 1) return log.orders({ ...common, state: only });
  return merged(await Promise.all(states.map((state) => log.orders({ ...common, state }))), limit);
}

const createdSeq = (order: OrderDocument): number => order.seqs[0] ?? 0;

/** Merges two lists, each newest first; the cursor of a list is the seq of the event that created its last order. */
function merged(pages: readonly OrderPage[], limit: number): OrderPage {
  const all = pages.flatMap((page) => page.orders).sort((a, b) => createdSeq(b) - createdSeq(a));
  const orders = all.slice(0, limit);
  const last = orders.at(-1);
  const more = all.length > limit || pages.some((page) => page.nextCursor !== null);
  return {
    orders,
    total: pages.reduce((sum, page) => sum + page.total, 0),
    nextCursor: more && last ? String(createdSeq(last)) : null,
  };
}
