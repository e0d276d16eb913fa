import { relativeKeys as keys } from '../log/generation-keys.ts';
import type { RecordedEvent, Sale } from '../orders/order-event.ts';
import { type LiveStatus, liveStatuses } from '../orders/order-state.ts';

/** Sizes of sets and numbers in hashes, under the names of their keys without the prefix of a generation. */
export class Figures {
  /** Set -> how many members it has. */
  readonly sizes = new Map<string, number>();
  /** 'hash field' -> number. */
  readonly fields = new Map<string, number>();

  resize(set: string, by: number): void {
    this.sizes.set(set, (this.sizes.get(set) ?? 0) + by);
  }

  move(hash: string, field: string, by: number): void {
    this.put(hash, field, (this.fields.get(`${hash} ${field}`) ?? 0) + by);
  }

  put(hash: string, field: string, value: number): void {
    this.fields.set(`${hash} ${field}`, value);
  }
}

/**
 * Adds up stock, totals and sizes of sets straight from the events, on purpose without `project`: a fault in the
 * projection must not hide by being made twice.
 */
export class ExpectedFigures extends Figures {
  /** Counts the next event; of an order with what was sold, null when that is not known. */
  count(event: RecordedEvent, sale: Sale | null): void {
    switch (event.type) {
      case 'stock.set':
        this.put(keys.stock, event.subject, event.data.available);
        return;
      case 'stock.added':
        this.move(keys.stock, event.subject, event.data.quantity);
        return;
      case 'stock.removed':
        this.move(keys.stock, event.subject, -event.data.quantity);
        return;
      case 'order.created':
        if (sale === null) return;
        this.#enter('unpaid', sale);
        this.move(keys.stock, sale.toolId, -sale.quantity);
        return;
      case 'order.paid':
        this.move(keys.tx, 'transactions', 1);
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
        this.resize(keys.deleted, 1);
        if (sale === null) return;
        this.#leave('unpaid', sale);
        this.move(keys.stock, sale.toolId, sale.quantity);
        return;
      case 'order.refunded': {
        const { amount, from, restock } = event.data;
        this.move(keys.totals, 'givenBack', amount);
        if (sale === null) return;
        if (restock) this.move(keys.stock, sale.toolId, sale.quantity);
        if (from === null || from === 'refunded') return;
        this.#leave(from, sale);
        this.#enter('refunded', sale);
        return;
      }
      case 'order.refund-failed':
        this.move(keys.totals, 'givenBack', -event.data.amount);
        return;
      case 'person.erased':
        this.put(keys.erased, event.subject, event.seq);
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
    return liveStatuses.reduce((sum, status) => sum + (this.sizes.get(keys.set(status)) ?? 0), 0);
  }

  #enter(status: LiveStatus, sale: Sale, by = 1): void {
    this.resize(keys.set(status), by);
    this.resize(keys.name(sale.toolsName, status), by);
    this.move(keys.totals, status === 'unpaid' ? 'awaitingPayment' : 'revenue', by * sale.price);
  }

  #leave(status: LiveStatus, sale: Sale): void {
    this.#enter(status, sale, -1);
  }
}
