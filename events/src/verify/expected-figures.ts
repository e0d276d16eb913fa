import { relativeKeys as keys, setsOf } from '../log/generation-keys.ts';
import type { Sale } from '../orders/order-event.ts';
import { isLive, type LiveStatus, liveStatuses, needsAttention } from '../orders/order-state.ts';
import type { FoldedEvent } from '../rebuild/order-fold.ts';

type Figures = Map<string, number>;

/**
 * Adds up stock, totals and sizes of sets straight from the events, on purpose without `project`: a fault in the
 * projection must not hide by being made twice.
 */
export class ExpectedFigures {
  /** Tool -> available pieces. */
  readonly stock: Figures = new Map();
  readonly totals: Figures = new Map();
  /** Erased person -> seq of the event that says so. */
  readonly erased: Figures = new Map();
  /** Tool name -> number of its live orders. */
  readonly names: Figures = new Map();
  /** Set, without the prefix of a generation -> number of its members. */
  readonly sizes: Figures = new Map(
    [...liveStatuses.map(keys.set), keys.deleted, keys.attention].map((set) => [set, 0]),
  );
  transactions = 0;

  /** Counts the next event. */
  count({ event, before, after }: FoldedEvent): void {
    switch (event.type) {
      case 'stock.set':
        this.stock.set(event.subject, event.data.available);
        return;
      case 'stock.added':
        add(this.stock, event.subject, event.data.quantity);
        return;
      case 'stock.removed':
        add(this.stock, event.subject, -event.data.quantity);
        return;
      case 'person.erased':
        this.erased.set(event.subject, event.seq);
        return;
      case 'order.created':
        add(this.stock, event.data.toolId, -event.data.quantity);
        add(this.names, event.data.toolsName, 1);
        this.#enter('unpaid', event.data);
    }
    if (before === undefined || !isLive(before.state)) return;
    const { sale } = before.state;
    add(
      this.sizes,
      keys.attention,
      Number(needsAttention(after.state)) - Number(needsAttention(before.state)),
    );
    switch (event.type) {
      case 'order.paid':
        this.transactions += 1;
        this.#move('unpaid', 'paid', sale);
        return;
      case 'order.shipped':
        this.#move('paid', 'shipped', sale);
        return;
      case 'order.deleted':
        add(this.stock, sale.toolId, sale.quantity);
        add(this.names, sale.toolsName, -1);
        add(this.sizes, keys.deleted, 1);
        this.#enter('unpaid', sale, -1);
        return;
      case 'order.refunded': {
        const { amount, from, restock } = event.data;
        add(this.totals, 'givenBack', amount);
        if (restock) add(this.stock, sale.toolId, sale.quantity);
        if (from !== null) this.#move(from, 'refunded', sale);
        return;
      }
      case 'order.refund-failed':
        add(this.totals, 'givenBack', -event.data.amount);
    }
  }

  /** Number of orders that are neither deleted nor never placed. */
  get live(): number {
    return liveStatuses.reduce((sum, status) => sum + (this.sizes.get(keys.set(status)) ?? 0), 0);
  }

  #move(from: LiveStatus, to: LiveStatus, sale: Sale): void {
    this.#enter(from, sale, -1);
    this.#enter(to, sale);
  }

  #enter(status: LiveStatus, sale: Sale, by = 1): void {
    for (const set of setsOf(keys, sale, status)) add(this.sizes, set, by);
    add(this.totals, status === 'unpaid' ? 'awaitingPayment' : 'revenue', by * sale.price);
  }
}

function add(figures: Figures, name: string, by: number): void {
  figures.set(name, (figures.get(name) ?? 0) + by);
}
