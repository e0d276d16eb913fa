import { z } from 'zod';
import { search, wholeNumber } from './fields.ts';
import { Order } from './order.ts';

/** `GET /config`: everything the page must know of this installation; nothing is baked into the build. */
export const ShopConfig = z.object({
  version: z.string(),
  auth: z.object({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    emulator: z.boolean(),
  }),
  payments: z.object({
    provider: z.enum(['stripe', 'simulator']),
    publishableKey: z.string(),
    simulatorUrl: z.string().optional(),
  }),
  images: z.object({ uploadUrl: z.string() }),
  /** What unpaid orders may hold, and how many hours (0 = for ever); a share of 100 percent is no limit. */
  unpaidOrders: z.object({
    maxHeldPercent: z.int(),
    reserveHours: z.int(),
    reserveHoursUnverified: z.int(),
  }),
  /** For how many years after an order was paid its invoice, and so its customer, is kept; 0 = an erasure never waits. */
  privacy: z.object({ keepInvoicesYears: z.int() }),
  /** Who carries parcels, and within how many days one usually leaves. */
  shipping: z.object({ carriers: z.array(z.string()), dispatchDays: z.int() }),
  /** With which a browser subscribes to notifications (base64url); null where the shop sends none. */
  push: z.object({ publicKey: z.string().nullable() }),
  /** Whether people get letters of what happens to their orders. */
  mail: z.boolean(),
  /** Whose clock says where a day begins (IANA). */
  timeZone: z.string(),
  contact: z.object({ phone: z.string(), email: z.string(), address: z.string() }),
  /** Where the demo shows the letters that it would have sent; absent where they really go out, or nobody gets any. */
  demoInbox: z.string().optional(),
  /** Of a copy of another shop: the time of the last event that it has from there. What was paid until then was paid there. */
  copiedAt: z.string().optional(),
  demoAccounts: z.array(
    z.object({ role: z.enum(['user', 'admin']), email: z.string(), password: z.string() }),
  ),
});
export type ShopConfig = z.infer<typeof ShopConfig>;

/** `GET /stats` (admin): money in whole dollars. */
export const Stats = z.object({
  orders: z.object({
    unpaid: z.int(),
    paid: z.int(),
    shipped: z.int(),
    refunded: z.int(),
    deleted: z.int(),
    /** Orders that a person has to look at. */
    attention: z.int(),
    /** Of them those whose customers ask to cancel. */
    cancelAsked: z.int(),
  }),
  /** What came in, less what was given back. */
  revenue: z.number(),
  givenBack: z.number(),
  awaitingPayment: z.int(),
  lowStock: z.array(
    z.object({ _id: z.string(), name: z.string(), availableQuantity: z.int(), minOrderQuantity: z.int() }),
  ),
});
export type Stats = z.infer<typeof Stats>;

/** `GET /operations` (admin): the log, its consumers, the dependencies and what needs a person. */
export const Operations = z.object({
  log: z.object({
    shop: z.string(),
    headSeq: z.int(),
    headHash: z.string(),
    /** Raised when the Redis of the log was restarted or another one took over. */
    epoch: z.int(),
    generation: z.int(),
    eventsPerMinute: z.number(),
  }),
  /** Replicas that every write waits for, those that are there, and the one of them that is furthest behind. */
  replicas: z.object({
    wanted: z.int(),
    connected: z.int(),
    behindBytes: z.int(),
    silentSeconds: z.int(),
  }),
  consumers: z.array(z.object({ name: z.string(), seq: z.int(), lag: z.int() })),
  lastVerification: z
    .object({ at: z.string(), seq: z.int(), differences: z.int(), by: z.string() })
    .nullable(),
  dependencies: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), ms: z.number() })),
  memory: z.object({ redisBytes: z.number(), redisMaxBytes: z.number(), bffBytes: z.number() }),
  needsPerson: z.array(z.object({ id: z.string(), at: z.string(), kind: z.string(), detail: z.string() })),
});
export type Operations = z.infer<typeof Operations>;

/** Query of `GET /audit`. */
export const AuditQuery = z.object({
  search: search.default(''),
  limit: wholeNumber('limit is a whole number from 1 to 200', { max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, { error: 'cursor is the X-Next-Cursor of the page before' })
    .optional(),
});

/** One entry of `GET /audit` (admin): who did what to which order, tool, address or list, when, and under which request. */
export const AuditedAction = z.object({
  _id: z.string(),
  at: z.string(),
  email: z.string(),
  kind: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  requestId: z.string(),
});
export type AuditedAction = z.infer<typeof AuditedAction>;

/**
 * Answer of `POST /images`, in imgbb's shape. A picture that the shop stores has the address `/images/<hash>.webp` (its
 * largest form) and exists in every width of `400`, `800` and `1200` as `/images/<hash>-<width>.webp` and
 * `/images/<hash>-<width>.avif`; a narrower original is not enlarged.
 */
export const UploadedImage = z.object({
  success: z.literal(true),
  status: z.literal(200),
  data: z.object({ url: z.string(), width: z.int(), height: z.int() }),
});
export type UploadedImage = z.infer<typeof UploadedImage>;

/** One message of `GET /live`: the event name is `order`; the SSE id names the event by seq and hash. A deleted order has `order: null`. */
export const LiveOrder = z.object({
  seq: z.int(),
  type: z.string(),
  orderId: z.string(),
  order: Order.nullable(),
});
export type LiveOrder = z.infer<typeof LiveOrder>;
