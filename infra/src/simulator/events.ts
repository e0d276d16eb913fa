import Stripe from 'stripe';
import { type Event, newId, unixNow } from './objects.ts';
import type { Kept, Occurrence } from './outcome.ts';
import type { Put, Store } from './store.ts';

/** The request that an event comes from; what happens by itself, or in the dashboard, comes from none. */
export interface Cause {
  apiVersion: string;
  request: Event['request'];
}

/** All that is to be kept, events included. */
export function putsOf({ puts, events }: Kept, cause?: Cause): Put[] {
  return [...puts, ...events.map((one) => newEvent(one, cause))];
}

/** All events, oldest first, each with the number of deliveries that are still to come. */
export function allEvents(store: Store): Event[] {
  return [...store.events.values()].map(({ event, delivered }) =>
    delivered ? { ...event, pending_webhooks: 0 } : event,
  );
}

function newEvent({ type, object }: Occurrence, cause?: Cause): Put {
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: cause?.apiVersion ?? Stripe.API_VERSION,
    created: unixNow(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: cause?.request ?? null,
    type,
  };
  return { table: 'events', id: event.id, value: { event, delivered: false } };
}
