import { z } from 'zod';
import {
  cancellationReasons,
  claimRefusals,
  deletionReasons,
  refundReasons,
  removalReasons,
  voidReasons,
} from './reasons.ts';

/** Text as the log may hold it: no NUL, because NUL separates the fields that an event's hash covers. */
const stored = z.string().refine((value) => !value.includes('\0'), { error: 'NUL cannot be stored' });
const dollars = z.int().min(0);
const pieces = z.int().min(1);
const shipment = { carrier: stored.nullable(), trackingNumber: stored.nullable() };

/**
 * Data of `order.created`, schema 1: what was sold (whole units of the currency, ISO 4217; absent: US dollars), to which account, and the
 * person, sealed with a key that can be destroyed: a chained log is never edited. Nothing in this room opens it.
 */
const OrderCreatedV1 = z.strictObject({
  toolId: stored,
  toolsName: stored,
  description: stored,
  image: stored,
  unitPrice: dollars,
  quantity: pieces,
  price: dollars,
  uid: stored,
  person: stored,
  currency: stored.optional(),
});

/** What was sold, to whom, for how many whole dollars, as `order.created` fixed it. */
export type Sale = Readonly<z.infer<typeof OrderCreatedV1>>;

/** For each event type its schemas by number; the last one is what this release writes. Money is whole dollars unless told. */
export const eventSchemas = {
  'order.created': [OrderCreatedV1],
  /** Which payment, and how much was paid. `way`: the name of a way of paying by hand; absent for a card payment, whose id is the provider's. */
  'order.paid': [z.strictObject({ transactionId: stored, amount: dollars, way: stored.optional() })],
  /** A customer reports a payment by hand: in which way, and under which transaction id. A person has to find it. */
  'order.payment-claimed': [z.strictObject({ way: stored, transactionId: stored })],
  /** A word of the list, for a sentence may name a person. */
  'order.payment-claim-refused': [z.strictObject({ reason: z.enum(claimRefusals) })],
  /** Who carries the parcel and under which number, null where neither is known. */
  'order.shipped': [z.strictObject(shipment)],
  /** Carrier and number of a parcel that has left, as they are known from now on. */
  'order.tracked': [z.strictObject(shipment)],
  /** Who receives the parcel from now on, sealed like the person of `order.created`. What was before stays in the events before. */
  'order.corrected': [z.strictObject({ person: stored })],
  /** A word of the list, for a sentence may name a person. */
  'order.deleted': [z.strictObject({ reason: z.enum(deletionReasons) })],
  /**
   * Recorded before the provider is asked, so that a crash in between loses nothing. `attempt` numbers the requests of an order: a refused
   * one can be made again. `restock`: the pieces return to stock with the money.
   */
  'order.refund-requested': [
    z.strictObject({ attempt: z.int().min(1), reason: z.enum(refundReasons), restock: z.boolean() }),
  ],
  /**
   * Money that the provider has taken on its way back, in cents, for a part can be given back at the provider's. `from` is the state that the
   * order leaves with the last of its money, null while some is left. `restock`: the pieces return to stock with this event. `by` is the shop or
   * the provider's dashboard.
   */
  'order.refunded': [
    z.strictObject({
      refundId: stored,
      amount: z.int().min(1),
      from: z.enum(['paid', 'shipped', 'refunded']).nullable(),
      restock: z.boolean(),
      by: z.enum(['shop', 'provider']),
    }),
  ],
  /**
   * The provider's word for why. `refundId` null: it refused what the shop asked for; else a refund that it had taken and that did not arrive:
   * its `amount` (cents) is the shop's again.
   */
  'order.refund-failed': [z.strictObject({ refundId: stored.nullable(), amount: dollars, reason: stored })],
  /** A word of the list, for a sentence may name a person. */
  'order.cancellation-requested': [z.strictObject({ reason: z.enum(cancellationReasons) })],
  'order.cancellation-declined': [z.strictObject({})],
  /** The customer wants the order after all. */
  'order.cancellation-withdrawn': [z.strictObject({})],
  /** A payer's bank asks the money back, or what came of that; words of the provider, cents. */
  'order.disputed': [z.strictObject({ disputeId: stored, status: stored, reason: stored, amount: dollars })],
  /** What is available from now on. */
  'stock.set': [z.strictObject({ available: z.int().min(0) })],
  /** How many pieces came in. */
  'stock.added': [z.strictObject({ quantity: pieces })],
  /** How many pieces left, and why in a word of the list. */
  'stock.removed': [z.strictObject({ quantity: pieces, reason: z.enum(removalReasons) })],
  /** The subject is the account: its key is destroyed after this event, and it takes part in nothing any more. */
  'person.erased': [z.strictObject({})],
  /**
   * The seq of an event that cannot have happened, such as the second placing of an order, why an operator says so, and their words, sealed for
   * the person of the order. It takes effect only on an event that does not fit the history before it.
   */
  'event.voided': [z.strictObject({ seq: z.int().min(1), reason: z.enum(voidReasons) })],
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
  seq: number;
  /** Order id, tool id for stock, uid of a person; of `event.voided` that of the event it names. */
  subject: string;
  v: number;
  schema: number;
  ts: number;
  /** user:<uid>, admin:<uid>, system:<what> or ops:<who>. */
  actor: string;
  correlationId: string;
  /** Hash of the request that made the event, empty where none is compared. */
  requestHash: string;
  hash: string;
}

/** An event with its envelope, its data lifted to today's shape. */
export type RecordedEvent = EventEnvelope & ShopEvent;
