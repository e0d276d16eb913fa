import type { RecordedEvent } from '../orders/order-event.ts';

/**
 * Tells whose order an event is about, given all events in their order. Remembers unpaid orders only, because only they are deleted,
 * and no other event of an order concerns its person.
 */
export class OrderOwners {
  readonly #unpaid = new Map<string, string>();

  /** Takes the next event and answers the account; '' where the order was never placed, or is not unpaid. */
  take({ type, subject, data }: RecordedEvent): string {
    if (type === 'order.created') this.#unpaid.set(subject, data.uid);
    const owner = this.#unpaid.get(subject) ?? '';
    if (type === 'order.paid' || type === 'order.deleted') this.#unpaid.delete(subject);
    return owner;
  }
}
