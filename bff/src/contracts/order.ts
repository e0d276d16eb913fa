import { z } from 'zod';
import { optionalText, text, wholeNumber } from './fields.ts';

/**
 * What `POST /orders` takes. `unitPrice` is the price the person saw; absent means the current price. Without `toolId` the
 * tool is found by `toolsName`. Fields the server decides (price, status, image, paid …) may be sent and are ignored.
 */
export const NewOrder = z
  .object({
    toolId: text('toolId is the tool’s _id', 64).optional(),
    toolsName: text('toolsName is the tool’s name', 120).optional(),
    email: text('Email is required', 254),
    name: optionalText(120),
    address: text('Address is required', 300),
    city: text('City is required', 120),
    zip: z.preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      text('Zip Code is required', 20),
    ),
    quantity: wholeNumber('Something wrong please type Quantity.'),
    unitPrice: wholeNumber('unitPrice is a whole number of dollars').optional(),
  })
  .refine((order) => order.toolId !== undefined || order.toolsName !== undefined, {
    error: 'Send toolId, or toolsName',
    path: ['toolId'],
  });
export type NewOrder = z.infer<typeof NewOrder>;

/** An order as its owner and admins see it. Money is whole dollars; times are ISO; `version` counts its events. */
export const Order = z.object({
  _id: z.string(),
  toolId: z.string(),
  toolsName: z.string(),
  description: z.string(),
  image: z.string(),
  address: z.string(),
  city: z.string(),
  email: z.string(),
  name: z.string(),
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
  /** Until when an unpaid order holds its stock; null when paid or when orders never expire. */
  reservedUntil: z.string().nullable(),
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

/** Query of the two order lists. Without `limit` the newest 1,000. `cursor` comes from `X-Next-Cursor`. */
export const OrderQuery = z.object({
  search: z.string().trim().max(120).optional(),
  status: z.enum(['pending', 'Shipped'], { error: 'status is pending or Shipped' }).optional(),
  paid: z.enum(['true', 'false'], { error: 'paid is true or false' }).optional(),
  email: z.string().trim().max(254).optional(),
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
/** What `PUT /order/{id}` takes. */
export const ShipRequest = z.object({ status: z.literal('Shipped', { error: "status must be 'Shipped'" }) });
/** Answers of writes, with the old shop's field names. */
export const Deleted = z.object({ deletedCount: z.int() });
export const Modified = z.object({ modifiedCount: z.int(), upsertedCount: z.int().optional() });
export const Inserted = z.object({ insertedId: z.string() });
export type Inserted = z.infer<typeof Inserted>;
export type Deleted = z.infer<typeof Deleted>;
export type Modified = z.infer<typeof Modified>;
