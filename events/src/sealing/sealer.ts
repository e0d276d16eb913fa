import type { ClearPerson, RecordedEvent } from '../orders/order-event.ts';

/** An event that may hold words beside its reason. */
export type NotedEvent = Pick<
  Extract<RecordedEvent, { type: 'order.deleted' | 'event.voided' }>,
  'type' | 'subject'
>;

/** What sealing a log needs and this room cannot do, for it knows no key. Of an erased person nothing can be opened. */
export interface Sealer {
  sealPerson(uid: string, orderId: string, person: ClearPerson): Promise<string>;
  openPerson(uid: string, orderId: string, sealed: string): Promise<ClearPerson | 'erased'>;
  /** Seals why an order was deleted or an event declared void, in words of the time before the lists of reasons. */
  sealNote(uid: string, event: NotedEvent, note: string): Promise<string>;
  openNote(uid: string, event: NotedEvent, sealed: string): Promise<string | 'erased'>;
  /** Gives a keyed hash of the hash of a request, from which nobody can guess what the request said. */
  hashOf(requestHash: string): string;
  /** Finds the account of the admin who has this address; null when nobody knows it. */
  adminOf(email: string): string | null;
}

/** The actor of an event without an address: `admin:<email>` becomes `admin:<uid>`, or `admin:unknown`. */
export function sealedActor(actor: string, sealer: Pick<Sealer, 'adminOf'>): string {
  const email = emailOfAdmin(actor);
  return email === null ? actor : `admin:${sealer.adminOf(email) ?? 'unknown'}`;
}

/** The address in an actor of an older release, null where there is none. */
export function emailOfAdmin(actor: string): string | null {
  return /^admin:(.*@.*)$/.exec(actor)?.[1] ?? null;
}
