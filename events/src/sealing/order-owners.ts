import type { Redis } from 'ioredis';
import type { RecordedEvent } from '../orders/order-event.ts';
import { ownerInLog } from '../verify/order-replay.ts';

/**
 * Tells whose order an event is about, given all events in their order. Remembers unpaid orders only, because only they are deleted,
 * and no other event of an order concerns its person. Whose event was declared void, which may be of any order, is looked up in the log.
 */
export class OrderOwners {
  readonly #redis: Redis;
  readonly #signal: AbortSignal | undefined;
  readonly #unpaid = new Map<string, string>();

  /**
   * @param redis holds the log
   * @param signal ends a look-up
   */
  constructor(redis: Redis, signal: AbortSignal | undefined) {
    this.#redis = redis;
    this.#signal = signal;
  }

  /** Takes the next event and answers the account; '' where the order was never placed, or is not unpaid. */
  take({ type, subject, data }: RecordedEvent): string | Promise<string> {
    if (type === 'event.voided') return ownerInLog(this.#redis, subject, { signal: this.#signal });
    if (type === 'order.created') this.#unpaid.set(subject, data.uid);
    const owner = this.#unpaid.get(subject) ?? '';
    if (type === 'order.paid' || type === 'order.deleted') this.#unpaid.delete(subject);
    return owner;
  }
}
