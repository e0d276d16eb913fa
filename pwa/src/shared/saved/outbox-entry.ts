import type { NewOrder, NewReview, Order, ProblemCode } from '@karigar/bff/contracts';

/** An order to be placed; `picture` and `toolsName` only help a person to recognise it. */
export interface OrderWork {
  kind: 'order';
  order: NewOrder & { toolId: string; toolsName: string; unitPrice: number; phone: string };
  picture: string;
}

/** The work that an entry carries. */
export type OutboxWork = OrderWork | { kind: 'review'; review: NewReview };

/** Why the shop refused, in its own words; the numbers are there for the codes that carry them. */
export interface Refusal {
  code: ProblemCode;
  detail: string;
  available?: number;
  minimum?: number;
  unitPrice?: number;
  limit?: number;
  held?: number;
}

/**
 * Why an attempt ended without a word of the shop about this work. 'shop-failed' concerns only this entry; after the
 * others there is no sense in trying the next one.
 */
export type Delay = 'no-answer' | 'shop-busy' | 'shop-failed' | 'sign-in-needed' | 'update-needed';

interface EntryBase {
  /** Made once per intent; sent as the idempotency key, also after an edit, so that one intent is one order for ever. */
  id: string;
  uid: string;
  work: OutboxWork;
  /** Time (ms) of the intent; entries are sent in this order. */
  createdAt: number;
}

/**
 * Work of a person that the shop has to take.
 * saved: only on this device. sending: tried at least once, outcome unknown. accepted and refused: the shop has said so.
 */
export type OutboxEntry =
  | (EntryBase & { status: 'saved'; delay: Delay | null })
  | (EntryBase & { status: 'sending'; attempts: number; lastTriedAt: number; delay: Delay | null })
  | (EntryBase & { status: 'accepted'; acceptedAt: number; orderId: string | null; order: Order | null })
  | (EntryBase & { status: 'refused'; refusedAt: number; refusal: Refusal });

/** What an attempt to send ended with. */
export type AttemptOutcome =
  | { type: 'accepted'; orderId: string | null; order: Order | null }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'delayed'; delay: Delay; retryAfter: number | null };
