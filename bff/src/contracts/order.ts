import { cancellationReasons, refundReasons } from '@karigar/events/reasons';
import { z } from 'zod';
import { email, nameOfAccount, search, telephone, text, wholeNumber, zipCode } from './fields.ts';
import { longest } from './written-text.ts';

export type { CancellationReason, RefundReason } from '@karigar/events/reasons';

/**
 * What `POST /orders` takes. `unitPrice` is the price the person saw; absent means the current price. Without `toolId` the
 * tool is found by `toolsName`. Fields the server decides (price, status, image, paid …) may be sent and are ignored.
 */
export const NewOrder = z
  .object({
    toolId: text('toolId is the tool’s _id', 64).optional(),
    toolsName: text('toolsName is the tool’s name', longest.toolName).optional(),
    email: email('Email is required'),
    name: nameOfAccount,
    address: text('Address is required', longest.address),
    city: text('City is required', longest.city),
    zip: zipCode,
    phone: telephone.optional(),
    quantity: wholeNumber('Something wrong please type Quantity.'),
    unitPrice: wholeNumber('unitPrice is a whole number of dollars').optional(),
  })
  .refine((order) => order.toolId !== undefined || order.toolsName !== undefined, {
    error: 'Send toolId, or toolsName',
    path: ['toolId'],
  });
export type NewOrder = z.infer<typeof NewOrder>;

/** Dollars, with cents where a part was given back. */
const money = z.number();

/**
 * An order as its owner and admins see it. Money is dollars, whole ones but for what was given back; times are ISO; `version`
 * counts its events.
 */
export const Order = z.object({
  _id: z.string(),
  /** By which people call it, as `K-180`: the position of its first event in the log. */
  number: z.int(),
  toolId: z.string(),
  toolsName: z.string(),
  description: z.string(),
  image: z.string(),
  address: z.string(),
  city: z.string(),
  email: z.string(),
  name: z.string(),
  /** Empty when the customer gave none. */
  phone: z.string(),
  quantity: z.int(),
  zip: z.string(),
  price: z.int(),
  unitPrice: z.int(),
  status: z.enum(['pending', 'Shipped']),
  paid: z.boolean(),
  transactionId: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  /** Who carries the parcel, under which number, and where they tell where it is; null where nobody said so. */
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** How often name, address or telephone were corrected, and when last. */
  corrections: z.int(),
  correctedAt: z.string().nullable(),
  /** Until when an unpaid order holds its stock; null when paid or when orders never expire. */
  reservedUntil: z.string().nullable(),
  /** What of the money went back; `whole`: the order ended with it, also where a refund has failed since (then perhaps nothing went back). */
  refund: z.object({ amount: money, at: z.string(), restocked: z.boolean(), whole: z.boolean() }).nullable(),
  /** A refund that the shop has asked for and the provider has not answered yet; its customer reads `other`, whatever the reason. */
  refundRequest: z.object({ reason: z.enum(refundReasons), restock: z.boolean(), at: z.string() }).nullable(),
  /** When the last refund was refused or did not arrive. */
  refundFailure: z.object({ at: z.string() }).nullable(),
  /** What the customer asks before the parcel leaves; `declinedAt` null: nobody has decided. */
  cancellation: z
    .object({ reason: z.enum(cancellationReasons), at: z.string(), declinedAt: z.string().nullable() })
    .nullable(),
  /** Where the newest open dispute of the payment stands (else the newest), in the provider's words; null for its customer. */
  dispute: z
    .object({ status: z.string(), reason: z.string(), amount: money, at: z.string(), open: z.boolean() })
    .nullable(),
});
export type Order = z.infer<typeof Order>;

/** Answer of `POST /orders`: 201, also for a repeat with the same key (then `repeated` is true). */
export const PlacedOrder = z.object({ insertedId: z.string(), repeated: z.boolean(), order: Order });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/**
 * One entry of an order's timeline, straight from the log. `actor` is user:<uid>, admin:<email>, system:… or ops:…; its customer
 * reads `the shop` in place of an admin or operator.
 */
export const OrderTimelineEntry = z.object({
  seq: z.int(),
  version: z.int(),
  type: z.string(),
  schema: z.int(),
  at: z.string(),
  actor: z.string(),
  correlationId: z.string(),
  data: z.record(z.string(), z.unknown()),
  hash: z.string(),
});
export type OrderTimelineEntry = z.infer<typeof OrderTimelineEntry>;

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'Write a date such as 2026-11-21, or a time such as 2026-11-21T18:30:00Z',
});

/** Query of the two order lists. Without `limit` 1,000. `cursor` comes from `X-Next-Cursor`. */
export const OrderQuery = z.object({
  search: search.optional(),
  status: z.enum(['pending', 'Shipped'], { error: 'status is pending or Shipped' }).optional(),
  paid: z.enum(['true', 'false'], { error: 'paid is true or false' }).optional(),
  refunded: z.enum(['true', 'false'], { error: 'refunded is true or false' }).optional(),
  /** Only what a person has to look at; for admins, and with no other filter but `from` and `to`. */
  attention: z.enum(['true'], { error: 'attention is true or left out' }).optional(),
  /** Only orders whose customers wait for an answer to their wish to cancel; with no other filter but `from` and `to`. */
  asked: z.enum(['true'], { error: 'asked is true or left out' }).optional(),
  /** Oldest first. */
  oldest: z.enum(['true'], { error: 'oldest is true or left out' }).optional(),
  /**
   * For admins: the number or id of an order, a payment, the beginning of an email, words of a customer's name, or words of a tool's; with
   * `in` only one of the last two readings.
   */
  find: search.optional(),
  in: z.enum(['customer', 'tool'], { error: 'in is customer or tool' }).optional(),
  email: search.optional(),
  from: moment.optional(),
  to: moment.optional(),
  limit: wholeNumber('limit is a whole number from 1 to 1000', { max: 1000 }).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'cursor is the X-Next-Cursor of the page before' })
    .optional(),
});
export type OrderQuery = z.infer<typeof OrderQuery>;

/** What `PATCH /orders/order/{id}` takes: the client says only which payment to ask the provider about. */
export const PaidClaim = z.object({
  order: z.unknown().optional(),
  transactionId: text('transactionId is required', 255),
});
/** What `POST /orders/{id}/refund` takes. `restock`: the pieces return to stock with the money. */
export const RefundRequest = z.object({
  reason: z.enum(refundReasons, { error: `reason is one of ${refundReasons.join(', ')}` }),
  restock: z.boolean({ error: 'restock is true or false' }),
});
export type RefundRequest = z.infer<typeof RefundRequest>;
/** What `POST /orders/{id}/cancellation` takes. */
export const CancellationRequest = z.object({
  reason: z.enum(cancellationReasons, { error: `reason is one of ${cancellationReasons.join(', ')}` }),
});
export type CancellationRequest = z.infer<typeof CancellationRequest>;
/** What a call answers that changed an order, or found it changed. */
export const ChangedOrder = z.object({ order: Order });
export type ChangedOrder = z.infer<typeof ChangedOrder>;
/** Answers of writes, with the old shop's field names. */
export const Deleted = z.object({ deletedCount: z.int() });
export const Modified = z.object({ modifiedCount: z.int(), upsertedCount: z.int().optional() });
export const Inserted = z.object({ insertedId: z.string() });
export type Inserted = z.infer<typeof Inserted>;
export type Deleted = z.infer<typeof Deleted>;
export type Modified = z.infer<typeof Modified>;
