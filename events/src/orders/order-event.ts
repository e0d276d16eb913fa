import { z } from 'zod';
import {
  CancellationDeclinedV1,
  CancellationRequestedV1,
  DisputedV1,
  RefundedV1,
  RefundFailedV1,
  RefundRequestedV1,
  stored,
} from './after-payment-events.ts';

const dollars = z.int().min(0);
const pieces = z.int().min(1);

/** What is needed of a sale to run the shop; money in whole dollars. */
const sold = {
  toolId: stored,
  toolsName: stored,
  description: stored,
  image: stored,
  unitPrice: dollars,
  quantity: pieces,
  price: dollars,
};
/** Who buys and where the parcel goes, as anybody can read it. */
const clearBuyer = { email: stored, name: stored, address: stored, city: stored, zip: stored };

/** Data of `order.created`, schema 1: what was sold, to whom, in the clear. */
export const OrderCreatedV1 = z.strictObject({ ...sold, uid: stored, ...clearBuyer });

/**
 * Data of `order.created`, schema 2: what was sold, to which account, and the person, encrypted with a key that can be destroyed:
 * a chained log is never edited. Nothing in this room opens it.
 */
const OrderCreatedV2 = z.strictObject({ ...sold, uid: stored, person: stored });

/** The person of an order that was placed before persons were sealed. */
export type ClearPerson = Readonly<z.infer<z.ZodObject<typeof clearBuyer>>>;

/** What was sold, to whom, for how many whole dollars, as `order.created` fixed it. `person` is sealed, except in schema 1. */
export type Sale = Readonly<
  Omit<z.infer<typeof OrderCreatedV2>, 'person'> & { readonly person: string | ClearPerson }
>;

/** Data of `order.paid`, schema 1: the provider's name of the payment. */
export const OrderPaidV1 = z.strictObject({ transactionId: stored });

/**
 * Data of `order.paid`, schema 2: also how many whole dollars were paid, so that an audit needs this event alone. Null in
 * events that were written before the amount was kept.
 */
export const OrderPaidV2 = z.strictObject({ transactionId: stored, amount: dollars.nullable() });

/** Data of `order.shipped`, schema 1. */
export const OrderShippedV1 = z.strictObject({});

/** Data of `order.shipped`, schema 2: who carries the parcel and under which number, null where nobody said so. */
export const OrderShippedV2 = z.strictObject({
  carrier: stored.nullable(),
  trackingNumber: stored.nullable(),
});

/** Data of `order.tracked`, schema 1: carrier and number of a parcel that has left, as they are known from now on. */
const OrderTrackedV1 = z.strictObject({ carrier: stored.nullable(), trackingNumber: stored.nullable() });

/**
 * Data of `order.corrected`, schema 1: who receives the parcel from now on, sealed like the person of `order.created`. What was
 * before stays in the events before.
 */
const OrderCorrectedV1 = z.strictObject({ person: stored });

/** Data of `order.deleted`, schema 1: why, in a word or a sentence. */
export const OrderDeletedV1 = z.strictObject({ reason: stored });

/** Why an order was deleted: by its customer, by an admin, because it stayed unpaid, together with its person, or otherwise. */
const deletionReasons = ['customer', 'shop', 'expired', 'erasure', 'other'] as const;
/** One of them. */
export type DeletionReason = (typeof deletionReasons)[number];

/**
 * Data of `order.deleted`, schema 2: a word of the list, for a sentence may name a person. Where an older release left another
 * sentence it is the note, sealed like the person of the order.
 */
const OrderDeletedV2 = z.strictObject({ reason: z.enum(deletionReasons), note: stored.nullable() });

/** What was said beside a reason of a list: sealed like the person of the order, except in schema 1; null for nothing. */
export type EventNote = string | { readonly text: string } | null;

type WithNote<T> = Readonly<Omit<T, 'note'> & { readonly note: EventNote }>;

/** Why an order was deleted. */
export type Deletion = WithNote<z.infer<typeof OrderDeletedV2>>;

/** Data of `stock.set`, schema 1: what is available from now on. */
const StockSetV1 = z.strictObject({ available: z.int().min(0) });

/** Data of `stock.added`, schema 1: how many pieces came in. */
const StockAddedV1 = z.strictObject({ quantity: pieces });

/** Why pieces leave the stock without being sold; the wire has the same list. */
const removalReasons = ['damaged', 'lost', 'returned', 'counted', 'other'] as const;
/** One of them. */
export type RemovalReason = (typeof removalReasons)[number];

/** Data of `stock.removed`, schema 1: how many pieces left, and why in a word of the list. */
const StockRemovedV1 = z.strictObject({ quantity: pieces, reason: z.enum(removalReasons) });

/**
 * Data of `event.voided`, schema 1: the seq of an event that cannot have happened, such as the second placing of an order, and
 * why an operator says so, in their words. It takes effect only on an event that does not fit the history before it.
 */
export const EventVoidedV1 = z.strictObject({ seq: z.int().min(1), reason: stored });

/** Why an operator declares an event void. */
export const voidReasons = ['placed-twice', 'impossible', 'damaged', 'other'] as const;
/** One of them. */
export type VoidReason = (typeof voidReasons)[number];

/** Data of `event.voided`, schema 2: a word of the list, and the operator's words sealed for the person of the order. */
const EventVoidedV2 = z.strictObject({
  seq: z.int().min(1),
  reason: z.enum(voidReasons),
  note: stored.nullable(),
});

/** Which event is void, and why. */
export type Voiding = WithNote<z.infer<typeof EventVoidedV2>>;

/**
 * Data of `person.erased`, schema 1. The subject is the account: its key is destroyed after this event, and it takes part in
 * nothing any more.
 */
const PersonErasedV1 = z.strictObject({});

/**
 * Data of `log.sealed`, schema 1: where the log ended whose persons were sealed afterwards. It is the first event; behind it follow
 * all events of that log, each one position later.
 */
const LogSealedV1 = z.strictObject({ seq: z.int().min(0), hash: stored, ts: z.int().min(0) });

/** For each event type its schemas by number; the last one is what this release writes. */
export const eventSchemas = {
  'order.created': [OrderCreatedV1, OrderCreatedV2],
  'order.paid': [OrderPaidV1, OrderPaidV2],
  'order.shipped': [OrderShippedV1, OrderShippedV2],
  'order.tracked': [OrderTrackedV1],
  'order.corrected': [OrderCorrectedV1],
  'order.deleted': [OrderDeletedV1, OrderDeletedV2],
  'order.refund-requested': [RefundRequestedV1],
  'order.refunded': [RefundedV1],
  'order.refund-failed': [RefundFailedV1],
  'order.cancellation-requested': [CancellationRequestedV1],
  'order.cancellation-declined': [CancellationDeclinedV1],
  'order.disputed': [DisputedV1],
  'stock.set': [StockSetV1],
  'stock.added': [StockAddedV1],
  'stock.removed': [StockRemovedV1],
  'person.erased': [PersonErasedV1],
  'event.voided': [EventVoidedV1, EventVoidedV2],
  'log.sealed': [LogSealedV1],
} as const;

/** A fact that happened, in today's shape. */
export type ShopEvent =
  | { type: 'order.created'; data: Sale }
  | { type: 'order.paid'; data: z.infer<typeof OrderPaidV2> }
  | { type: 'order.shipped'; data: z.infer<typeof OrderShippedV2> }
  | { type: 'order.tracked'; data: z.infer<typeof OrderTrackedV1> }
  | { type: 'order.corrected'; data: z.infer<typeof OrderCorrectedV1> }
  | { type: 'order.deleted'; data: Deletion }
  | { type: 'order.refund-requested'; data: z.infer<typeof RefundRequestedV1> }
  | { type: 'order.refunded'; data: z.infer<typeof RefundedV1> }
  | { type: 'order.refund-failed'; data: z.infer<typeof RefundFailedV1> }
  | { type: 'order.cancellation-requested'; data: z.infer<typeof CancellationRequestedV1> }
  | { type: 'order.cancellation-declined'; data: z.infer<typeof CancellationDeclinedV1> }
  | { type: 'order.disputed'; data: z.infer<typeof DisputedV1> }
  | { type: 'stock.set'; data: z.infer<typeof StockSetV1> }
  | { type: 'stock.added'; data: z.infer<typeof StockAddedV1> }
  | { type: 'stock.removed'; data: z.infer<typeof StockRemovedV1> }
  | { type: 'person.erased'; data: z.infer<typeof PersonErasedV1> }
  | { type: 'event.voided'; data: Voiding }
  | { type: 'log.sealed'; data: z.infer<typeof LogSealedV1> };

/** The facts that belong to one order. */
export type OrderEvent = Extract<ShopEvent, { type: `order.${string}` }>;
/** The facts that belong to one tool's stock. */
export type StockEvent = Extract<ShopEvent, { type: `stock.${string}` }>;
/** Names of all facts. */
export type EventType = ShopEvent['type'];

/** The schema number that this release writes for a type. */
export function currentSchema(type: EventType): number {
  return eventSchemas[type].length;
}

/** Checks whether a fact belongs to an order. */
export function isOrderEvent<E extends ShopEvent>(
  event: E,
): event is Extract<E, { type: OrderEvent['type'] }> {
  return event.type.startsWith('order.');
}

/**
 * An event as the log holds it. `seq` is its position in the log, dense from 1; `v` its position in the history of its order,
 * dense from 1, and 0 for what has no history to race about; `schema` the number it was stored with; `ts`
 * milliseconds; `hash` covers the event and, through the previous hash, everything before it.
 */
export interface EventEnvelope {
  readonly seq: number;
  /** Order id, tool id for stock, uid of a person; of `event.voided` that of the event it names, of `log.sealed` the word log. */
  readonly subject: string;
  readonly v: number;
  readonly schema: number;
  readonly ts: number;
  /** user:<uid>, admin:<uid>, system:<what> or ops:<who>. */
  readonly actor: string;
  readonly correlationId: string;
  /** Hash of the request that made the event, empty where none is compared. */
  readonly requestHash: string;
  readonly hash: string;
}

/** An event with its envelope, its data lifted to today's shape. */
export type RecordedEvent = EventEnvelope & ShopEvent;
