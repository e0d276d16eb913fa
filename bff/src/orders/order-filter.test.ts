import type { OrderDocument, OrderListQuery, OrderLog, OrderPage } from '@karigar/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOrders, statesFor } from './order-filter.ts';

type State = 'unpaid' | 'paid' | 'shipped';

/** A log that lists orders as the real one does; only `orders` is asked for. */
function logOf(states: readonly State[]): OrderLog {
  const all = states.map((state, index) => ({ state, seqs: [index + 1], id: `o${index + 1}` })).reverse();
  const orders = async (query: OrderListQuery): Promise<OrderPage> => {
    const wanted = all.filter((order) => query.state === 'all' || order.state === query.state);
    const rest = wanted.filter((order) => !query.cursor || (order.seqs[0] ?? 0) < Number(query.cursor));
    const page = rest.slice(0, query.limit);
    return {
      orders: page as unknown as OrderDocument[],
      total: wanted.length,
      nextCursor: rest.length > page.length ? String(page.at(-1)?.seqs[0]) : null,
    };
  };
  return { orders } as unknown as OrderLog;
}

describe('the filter of order lists', () => {
  it.each([
    [{}, ['all']],
    [{ paid: 'false' }, ['unpaid']],
    [{ paid: 'true' }, ['paid', 'shipped']],
    [{ status: 'pending' }, ['unpaid', 'paid']],
    [{ status: 'Shipped' }, ['shipped']],
    [{ status: 'pending', paid: 'true' }, ['paid']],
    [{ status: 'Shipped', paid: 'false' }, []],
  ] as const)('%o means the states %o', (query, states) => {
    expect(statesFor(query)).toEqual(states);
  });

  it('pages through several states in one order, with no order lost or repeated, whatever the page size', async () => {
    const states = fc.array(fc.constantFrom<State>('unpaid', 'paid', 'shipped'), { maxLength: 30 });
    const filter = fc.constantFrom({ paid: 'true' } as const, { status: 'pending' } as const, {} as const);
    await fc.assert(
      fc.asyncProperty(states, filter, fc.integer({ min: 1, max: 7 }), async (made, query, limit) => {
        const log = logOf(made);
        const wanted = statesFor(query);
        const expected = made
          .map((state, index) => ({ state, id: `o${index + 1}` }))
          .filter(({ state }) => wanted.includes('all') || wanted.includes(state))
          .map(({ id }) => id)
          .reverse();
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page: OrderPage = await listOrders(log, { ...query, ...(cursor ? { cursor } : {}) }, limit);
          expect(page.total).toBe(expected.length);
          seen.push(...page.orders.map((order) => order.id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(seen).toEqual(expected);
      }),
    );
  });
});
