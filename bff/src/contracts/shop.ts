import { z } from 'zod';
import { boolean, int, number, spanOfDays, string, stringOrNull } from './fields.ts';
import { Order } from './order.ts';

/** `GET /config`: everything the page must know of this installation; nothing is baked into the build. */
export const ShopConfig = z.object({
  version: string,
  auth: z.object({
    apiKey: string,
    authDomain: string,
    projectId: string,
    emulator: boolean,
  }),
  payments: z.object({
    /** `none`: the shop takes no cards. */
    provider: z.enum(['stripe', 'simulator', 'none']),
    publishableKey: string,
    simulatorUrl: string.optional(),
    /** Ways of paying by hand, and what a customer has to do. */
    byHand: z.array(z.object({ name: string, instructions: string })),
  }),
  images: z.object({ uploadUrl: string }),
  /** What unpaid orders may hold, and how many hours (0 = for ever); a share of 100 percent is no limit. */
  unpaidOrders: z.object({
    maxHeldPercent: int,
    reserveHours: int,
    reserveHoursUnverified: int,
  }),
  /** For how many years after an order was paid its invoice, and so its customer, is kept; 0 = an erasure never waits. */
  privacy: z.object({ keepInvoicesYears: int }),
  /** Who carries parcels, and within how many days one usually leaves. */
  shipping: z.object({ carriers: z.array(string), dispatchDays: int }),
  /** What the shop says of delivery and of returns; '' where it says nothing. */
  terms: z.object({ delivery: string, returns: string }),
  /** With which a browser subscribes to notifications (base64url); null where the shop sends none. */
  push: z.object({ publicKey: stringOrNull }),
  /** Whether people get letters of what happens to their orders. */
  mail: boolean,
  /** The currency of every price (ISO 4217). */
  currency: string,
  /** Whose clock says where a day begins (IANA). */
  timeZone: string,
  contact: z.object({ phone: string, email: string, address: string }),
  /** Where the demo shows the letters that it would have sent; absent where letters are really sent, or none are. */
  demoInbox: string.optional(),
  /** Of a copy of another shop: the time of the last event that it has from there. What was paid until then was paid there. */
  copiedAt: string.optional(),
  demoAccounts: z.array(z.object({ role: z.enum(['user', 'admin']), email: string, password: string })),
});
export type ShopConfig = z.infer<typeof ShopConfig>;

/** All orders of the shop by the state in which they are now. */
const OrdersByState = z.object({ unpaid: int, paid: int, shipped: int, refunded: int, deleted: int });

/** `GET /stats` (admin): money in whole dollars. */
export const Stats = z.object({
  orders: OrdersByState.extend({
    /** Orders that a person has to look at. */
    attention: int,
    /** Of them those whose customers ask to cancel. */
    cancelAsked: int,
  }),
  /** What came in, less what was given back. */
  revenue: number,
  givenBack: number,
  awaitingPayment: int,
  lowStock: z.array(z.object({ _id: string, name: string, availableQuantity: int, minOrderQuantity: int })),
});
export type Stats = z.infer<typeof Stats>;

/** `GET /operations` (admin): the log, its consumers, the dependencies and what needs a person. */
export const Operations = z.object({
  log: z.object({
    shop: string,
    headSeq: int,
    headHash: string,
    /** Raised when the Redis of the log was restarted or another one took over. */
    epoch: int,
    generation: int,
    eventsPerMinute: number,
  }),
  /** Replicas that every write waits for, those that are there, and the one of them that is furthest behind. */
  replicas: z.object({
    wanted: int,
    connected: int,
    behindBytes: int,
    silentSeconds: int,
  }),
  consumers: z.array(z.object({ name: string, seq: int, lag: int })),
  lastVerification: z.object({ at: string, seq: int, differences: int, by: string }).nullable(),
  dependencies: z.array(z.object({ name: string, ok: boolean, detail: string, ms: number })),
  memory: z.object({ redisBytes: number, redisMaxBytes: number, bffBytes: number }),
  needsPerson: z.array(z.object({ id: string, at: string, kind: string, detail: string })),
});
export type Operations = z.infer<typeof Operations>;

/** One entry of `GET /audit` (admin): who did what to which order, tool, address or list, when, and under which request. */
export const AuditedAction = z.object({
  _id: string,
  at: string,
  email: string,
  kind: string,
  subject: string,
  detail: z.record(string, z.unknown()),
  requestId: string,
});
export type AuditedAction = z.infer<typeof AuditedAction>;

/**
 * Answer of `POST /images`, in imgbb's shape. A picture that the shop stores has the address `/images/<hash>.webp` (its
 * largest form) and exists in every width of `400`, `800` and `1200` as `/images/<hash>-<width>.webp` and
 * `/images/<hash>-<width>.avif`; a narrower original is not enlarged. `/images/<hash>-link.jpg` is for links: 1200 x 630.
 */
export const UploadedImage = z.object({
  success: z.literal(true),
  status: z.literal(200),
  data: z.object({ url: string, width: int, height: int }),
});
export type UploadedImage = z.infer<typeof UploadedImage>;

/** One message of `GET /live`: the event name is `order`; the SSE id names the event by seq and hash. A deleted order has `order: null`. */
export const LiveOrder = z.object({
  seq: int,
  type: string,
  orderId: string,
  order: Order.nullable(),
});
export type LiveOrder = z.infer<typeof LiveOrder>;

/** Query of `GET /sales` and `GET /sales.csv`: first and last day of the shop, at most a leap year. */
export const SalesQuery = spanOfDays(366);

/** One day: orders by the day they were placed or paid, money by the day it came or went back. */
const SalesOfDay = z.object({ day: string, placed: int, paid: int, money: number, givenBack: number });
export type SalesOfDay = z.infer<typeof SalesOfDay>;

/** `GET /sales` (admin): what was sold in a span, in the currency of the shop. */
export const Sales = z.object({
  days: z.array(SalesOfDay),
  /** As many days, right before them. */
  before: z.array(SalesOfDay),
  /** The tools of which most pieces were paid, the best first. */
  bestSellers: z.array(z.object({ _id: string, name: string, pieces: int, money: number })),
  /** Tools that run out within two months if they go on selling as in these days, the first to run out first. */
  runningOut: z.array(
    z.object({ _id: string, name: string, availableQuantity: int, perDay: number, daysLeft: int }),
  ),
  orders: OrdersByState,
});
export type Sales = z.infer<typeof Sales>;
