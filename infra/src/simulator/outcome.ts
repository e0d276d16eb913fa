import type { Event } from './objects.ts';
import type { Put } from './store.ts';

/** Every type of event that is told here; an event list asks for no other. */
export const toldTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Event['type'][];

/** Something to tell the shop of: the type of the event and the object as it is then. */
export interface Occurrence {
  type: (typeof toldTypes)[number];
  object: Event['data']['object'];
}

/** What an operation answers, what it wants kept, and what is told of it, in this order. */
export interface Outcome<T> {
  answer: T;
  puts: Put[];
  events: Occurrence[];
}

/** What an outcome leaves behind, whatever was answered. */
export type Kept = Pick<Outcome<unknown>, 'puts' | 'events'>;
