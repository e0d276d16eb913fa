import { z } from 'zod';
import {
  cancellationReasons,
  deletionReasons,
  refundReasons,
  removalReasons,
  voidReasons,
} from './reasons.ts';

/** Text as the log may hold it: no NUL, because NUL separates the fields that an event's hash covers. */
const stored = z.string().refine((value) => !value.includes('\0'), { error: 'NUL cannot be stored' });
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
/**
 * Data of `order.created`, schema 1: what was sold, to which account, and the person, sealed with a key that can be destroyed: a
 * chained log is never edited. Nothing in this room opens it.
 */
const OrderCreatedV1 = z.strictObject({ ...sold, uid: stored, person: stored });

/** What was sold, to whom, for how many whole dollars, as `order.created` fixed it. */
export type Sale = Readonly<z.infer<typeof OrderCreatedV1>>;

/** Data of `order.paid`, schema 1: the provider's name of the payment, and how many whole dollars were paid. */
const OrderPaidV1 = z.strictObject({ transactionId: stored, amount: dollars });

/** Data of `order.shipped`, schema 1: who carries the parcel and under which number, null where neither is known. */
const OrderShippedV1 = z.strictObject({
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

/** Data of `order.deleted`, schema 1: a word of the list, for a sentence may name a person. */
const OrderDeletedV1 = z.strictObject({ reason: z.enum(deletionReasons) });

/**
 * Data of `order.refund-requested`, schema 1: recorded before the provider is asked, so that a crash in between loses nothing.
 * `attempt` numbers the requests of an order: a refused one can be made again. `restock`: the pieces return to stock with the money.
 */
const RefundRequestedV1 = z.strictObject({
  attempt: z.int().min(1),
  reason: z.enum(refundReasons),
  restock: z.boolean(),
});

/**
 * Data of `order.refunded`, schema 1: money that the provider has taken on its way back, in cents, for a part can be given back at
 * the provider's. `from` is the state that the order leaves with the last of its money, null while some is left. `restock`: the
 * pieces return to stock with this event. `by` is the shop or the provider's dashboard.
 */
const RefundedV1 = z.strictObject({
  refundId: stored,
  amount: z.int().min(1),
  from: z.enum(['paid', 'shipped', 'refunded']).nullable(),
  restock: z.boolean(),
  by: z.enum(['shop', 'provider']),
});

/**
 * Data of `order.refund-failed`, schema 1: the provider's word for why. `refundId` null: it refused what the shop asked for; else a
 * refund that it had taken and that did not arrive: its `amount` (cents) is the shop's again.
 */
const RefundFailedV1 = z.strictObject({
  refundId: stored.nullable(),
  amount: z.int().min(0),
  reason: stored,
});

/** Data of `order.cancellation-requested`, schema 1: a word of the list, for a sentence may name a person. */
const CancellationRequestedV1 = z.strictObject({ reason: z.enum(cancellationReasons) });

/** Data of `order.cancellation-declined`, schema 1. */
const CancellationDeclinedV1 = z.strictObject({});

/** Data of `order.disputed`, schema 1: a payer's bank asks the money back, or what came of that; words of the provider, cents. */
const DisputedV1 = z.strictObject({
  disputeId: stored,
  status: stored,
  reason: stored,
  amount: z.int().min(0),
});

/** Data of `stock.set`, schema 1: what is available from now on. */
const StockSetV1 = z.strictObject({ available: z.int().min(0) });

/** Data of `stock.added`, schema 1: how many pieces came in. */
const StockAddedV1 = z.strictObject({ quantity: pieces });

/** Data of `stock.removed`, schema 1: how many pieces left, and why in a word of the list. */
const StockRemovedV1 = z.strictObject({ quantity: pieces, reason: z.enum(removalReasons) });

/**
 * Data of `event.voided`, schema 1: the seq of an event that cannot have happened, such as the second placing of an order, why an
 * operator says so, and their words, sealed for the person of the order. It takes effect only on an event that does not fit the
 * history before it.
 */
const EventVoidedV1 = z.strictObject({
  seq: z.int().min(1),
  reason: z.enum(voidReasons),
  note: stored.nullable(),
});

/**
 * Data of `person.erased`, schema 1. The subject is the account: its key is destroyed after this event, and it takes part in
 * nothing any more.
 */
const PersonErasedV1 = z.strictObject({});

/** For each event type its schemas by number; the last one is what this release writes. */
export const eventSchemas = {
  'order.created': [OrderCreatedV1],
  'order.paid': [OrderPaidV1],
  'order.shipped': [OrderShippedV1],
  'order.tracked': [OrderTrackedV1],
  'order.corrected': [OrderCorrectedV1],
  'order.deleted': [OrderDeletedV1],
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
  'event.voided': [EventVoidedV1],
} as const;

type Schemas = typeof eventSchemas;
type Last<T extends readonly z.ZodType[]> = T extends readonly [...unknown[], infer L extends z.ZodType]
  ? L
  : never;

/** A fact that happened, in today's shape: that of the last schema of its type. */
export type ShopEvent = {
  [T in keyof Schemas]: { type: T; data: Readonly<z.infer<Last<Schemas[T]>>> };
}[keyof Schemas];

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
  /** Order id, tool id for stock, uid of a person; of `event.voided` that of the event it names. */
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
