import type { RecordedEvent, Sale } from '../orders/order-event.ts';
import { type LiveStatus, liveStatuses } from '../orders/order-state.ts';

/** An event as far as the figures need it: with what was sold, for events of an order. */
interface CountedEvent {
  readonly event: RecordedEvent;
  readonly sale: Sale | null;
}

/**
 * Adds up stock, totals and sizes of the indexes straight from the events, on purpose without `project`: a fault in the
 * projection must not hide by being made twice.
 */
export class ExpectedFigures {
  readonly stock = new Map<string, number>();
  /** Every tool name that was ever ordered -> its orders by state; searches know it while there are any. */
  readonly names = new Map<string, Record<LiveStatus, number>>();
  readonly totals = {
    unpaid: 0,
    paid: 0,
    shipped: 0,
    refunded: 0,
    deleted: 0,
    revenue: 0,
    awaitingPayment: 0,
    givenBack: 0,
  };
  transactions = 0;
  /** Erased person -> seq of the event that says so. */
  readonly erased = new Map<string, number>();

  count({ event, sale }: CountedEvent): void {
    switch (event.type) {
      case 'stock.set':
        this.stock.set(event.subject, event.data.available);
        return;
      case 'stock.added':
        this.#move(event.subject, event.data.quantity);
        return;
      case 'stock.removed':
        this.#move(event.subject, -event.data.quantity);
        return;
      case 'order.created':
        if (sale === null) return;
        this.#enter('unpaid', sale);
        this.#move(sale.toolId, -sale.quantity);
        return;
      case 'order.paid':
        this.transactions += 1;
        if (sale === null) return;
        this.#leave('unpaid', sale);
        this.#enter('paid', sale);
        return;
      case 'order.shipped':
        if (sale === null) return;
        this.#leave('paid', sale);
        this.#enter('shipped', sale);
        return;
      case 'order.deleted':
        this.totals.deleted += 1;
        if (sale === null) return;
        this.#leave('unpaid', sale);
        this.#move(sale.toolId, sale.quantity);
        return;
      case 'order.refunded': {
        const { amount, from, restock } = event.data;
        this.totals.givenBack += amount;
        if (sale === null) return;
        if (restock) this.#move(sale.toolId, sale.quantity);
        if (from === null || from === 'refunded') return;
        this.#leave(from, sale);
        this.#enter('refunded', sale);
        return;
      }
      case 'order.refund-failed':
        this.totals.givenBack -= event.data.amount;
        return;
      case 'person.erased':
        this.erased.set(event.subject, event.seq);
        return;
      case 'order.corrected':
      case 'order.tracked':
      case 'order.refund-requested':
      case 'order.cancellation-requested':
      case 'order.cancellation-declined':
      case 'order.disputed':
      case 'event.voided':
        return;
      default:
        event satisfies never;
    }
  }

  /** Orders that are neither deleted nor never placed. */
  get live(): number {
    return liveStatuses.reduce((sum, status) => sum + this.totals[status], 0);
  }

  #move(toolId: string, by: number): void {
    this.stock.set(toolId, (this.stock.get(toolId) ?? 0) + by);
  }

  #enter(status: LiveStatus, sale: Sale): void {
    this.totals[status] += 1;
    this.totals[status === 'unpaid' ? 'awaitingPayment' : 'revenue'] += sale.price;
    this.#named(sale)[status] += 1;
  }

  #leave(status: LiveStatus, sale: Sale): void {
    this.totals[status] -= 1;
    this.totals[status === 'unpaid' ? 'awaitingPayment' : 'revenue'] -= sale.price;
    this.#named(sale)[status] -= 1;
  }

  #named(sale: Sale): Record<LiveStatus, number> {
    const found = this.names.get(sale.toolsName) ?? { unpaid: 0, paid: 0, shipped: 0, refunded: 0 };
    this.names.set(sale.toolsName, found);
    return found;
  }
}
