import { cancellationReasons, claimRefusals, refundReasons } from '@karigar/events/reasons';
import { z } from 'zod';
import {
  boolean,
  cursor,
  email,
  int,
  limit,
  nameOfAccount,
  number,
  oneOf,
  onlyTrue,
  search,
  string,
  stringOrNull,
  telephone,
  text,
  wholeNumber,
  zipCode,
} from './fields.ts';
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
    unitPrice: wholeNumber('unitPrice is a whole number').optional(),
  })
  .refine((order) => order.toolId !== undefined || order.toolsName !== undefined, {
    error: 'Send toolId, or toolsName',
    path: ['toolId'],
  });
export type NewOrder = z.infer<typeof NewOrder>;

/**
 * An order as its owner and admins see it. Money is whole units of the shop's currency but for what was given back; times are ISO; `version`
 * counts its events.
 */
export const Order = z.object({
  _id: string,
  /** By which people call it, as `K-180`: the position of its first event in the log. */
  number: int,
  toolId: string,
  toolsName: string,
  description: string,
  image: string,
  address: string,
  city: string,
  email: string,
  name: string,
  /** Empty when the customer gave none. */
  phone: string,
  quantity: int,
  zip: string,
  price: int,
  unitPrice: int,
  status: z.enum(['pending', 'Shipped']),
  paid: boolean,
  transactionId: stringOrNull,
  /** The way of a payment by hand; null for a card payment, and for what is not paid. */
  paidWay: stringOrNull,
  /** The last payment by hand that was reported for an unpaid order; `refused` null: the shop is looking for it. */
  claim: z
    .object({
      way: string,
      transactionId: string,
      at: string,
      refused: z.object({ reason: z.enum(claimRefusals), at: string }).nullable(),
    })
    .nullable(),
  version: int,
  createdAt: string,
  paidAt: stringOrNull,
  shippedAt: stringOrNull,
  /** Who carries the parcel, under which number, and its tracking page; null when neither carrier nor number is known. */
  carrier: stringOrNull,
  trackingNumber: stringOrNull,
  trackingUrl: stringOrNull,
  /** How often name, address or telephone were corrected, and when last. */
  corrections: int,
  correctedAt: stringOrNull,
  /** Until when an unpaid order holds its stock; null when paid or when orders never expire. */
  reservedUntil: stringOrNull,
  /** What of the money went back; `whole`: the order ended with it, also where a refund has failed since (then perhaps nothing went back). */
  refund: z.object({ amount: number, at: string, restocked: boolean, whole: boolean }).nullable(),
  /** A refund that the shop has asked for and the provider has not answered yet; its customer reads `other`, whatever the reason. */
  refundRequest: z.object({ reason: z.enum(refundReasons), restock: boolean, at: string }).nullable(),
  /** When the last refund was refused or did not arrive. */
  refundFailure: z.object({ at: string }).nullable(),
  /** What the customer asks before the parcel leaves; `declinedAt` null: not decided yet. */
  cancellation: z
    .object({ reason: z.enum(cancellationReasons), at: string, declinedAt: stringOrNull })
    .nullable(),
  /** State of the newest open dispute of the payment (else the newest), in the provider's words; null for its customer. */
  dispute: z.object({ status: string, reason: string, amount: number, at: string, open: boolean }).nullable(),
});
export type Order = z.infer<typeof Order>;

/** Answer of `POST /orders`: 201, also for a repeat with the same key (then `repeated` is true). */
export const PlacedOrder = z.object({ insertedId: string, repeated: boolean, order: Order });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/**
 * One entry of an order's timeline, straight from the log. `actor` is user:<uid>, admin:<email>, system:… or ops:…; its customer
 * reads `the shop` in place of an admin or operator.
 */
export const OrderTimelineEntry = z.object({
  seq: int,
  version: int,
  type: string,
  schema: int,
  at: string,
  actor: string,
  correlationId: string,
  data: z.record(string, z.unknown()),
  hash: string,
});
export type OrderTimelineEntry = z.infer<typeof OrderTimelineEntry>;

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'Write a date such as 2026-11-21, or a time such as 2026-11-21T18:30:00Z',
});

/** Query of the two order lists. Without `limit` 1,000. `cursor` comes from `X-Next-Cursor`. */
export const OrderQuery = z.object({
  search: search.optional(),
  status: oneOf('status', ['pending', 'Shipped']).optional(),
  paid: oneOf('paid', ['true', 'false']).optional(),
  refunded: oneOf('refunded', ['true', 'false']).optional(),
  /** Only what a person has to look at; for admins, and with no other filter but `from` and `to`. */
  attention: onlyTrue('attention'),
  /** Only orders whose customers wait for an answer to their wish to cancel; with no other filter but `from` and `to`. */
  asked: onlyTrue('asked'),
  /** Oldest first. */
  oldest: onlyTrue('oldest'),
  /**
   * For admins: the number or id of an order, a payment, the beginning of an email, words of a customer's name, or words of a tool's; with
   * `in` only one of the last two readings.
   */
  find: search.optional(),
  in: oneOf('in', ['customer', 'tool']).optional(),
  email: search.optional(),
  from: moment.optional(),
  to: moment.optional(),
  limit: limit(1000).optional(),
  cursor: cursor(),
});
export type OrderQuery = z.infer<typeof OrderQuery>;

/** What a call answers that changed an order, or found it changed. */
export const ChangedOrder = z.object({ order: Order });
/** Answers of writes, with the old shop's field names. */
export const Deleted = z.object({ deletedCount: int });
export const Modified = z.object({ modifiedCount: int, upsertedCount: int.optional() });
export const Inserted = z.object({ insertedId: string });
