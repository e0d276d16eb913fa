import { shopClock } from '@karigar/events';
import { configCalls } from './config/config-calls.ts';
import { findCustomers } from './customers/customer-index.ts';
import { startAnew } from './erasure/erase-person.ts';
import { meCalls } from './erasure/me-calls.ts';
import type { Handlers } from './http/call.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { imageCalls } from './images/image-calls.ts';
import { pictureEncoder } from './images/picture-encoder.ts';
import { hostedPictures, ownPictures } from './images/picture-store.ts';
import { liveCalls } from './live/live-calls.ts';
import { noticeCalls } from './notices/notice-calls.ts';
import type { NoticeQueue } from './notices/notice-queue.ts';
import { openApiCalls } from './openapi/openapi-calls.ts';
import { figuresCalls } from './operations/figures-calls.ts';
import { operationsCalls } from './operations/operations-calls.ts';
import { deliveryCalls } from './orders/delivery-calls.ts';
import { orderCalls } from './orders/order-calls.ts';
import { orderListCalls } from './orders/order-list-calls.ts';
import type { OrderParts } from './orders/order-parts.ts';
import { parcelCalls } from './orders/parcel-calls.ts';
import { paymentCalls } from './payments/payment-calls.ts';
import { profileCalls } from './people/profile-calls.ts';
import { tokenCalls } from './people/token-calls.ts';
import { userCalls } from './people/user-calls.ts';
import { notificationCalls } from './push/notification-calls.ts';
import { reviewCalls } from './reviews/review-calls.ts';
import type { ShopParts } from './shop-parts.ts';
import { toolCalls } from './tools/tool-calls.ts';
import { deletedTool } from './tools/tool-records.ts';

/** What the calls of all resources work with. */
export interface CallParts extends ShopParts {
  version: string;
  /** With which browsers subscribe to pushes; null where the shop is not set up for them. */
  pushKey: string | null;
  /** When (ms) this shop was copied from another; null for an original. */
  copiedAt: number | null;
  notices: NoticeQueue;
  /** Null for no limits, in load tests. */
  limits: RateLimits | null;
  /** Aborted once the process has been told to stop. */
  stopping: AbortSignal;
}

/** Makes the handlers of all calls. */
export function allCalls(shop: CallParts): Handlers {
  const { config, log, catalogue, users, profiles, personal, payments, metrics, sessions } = shop;
  const parts = { ...shop, redis: log.redis };
  const { maxUnpaidOrders, maxHeldPercent, imageHost, dailyOrders } = config;
  const clock = shopClock(config.timeZone);
  const isLimited = maxUnpaidOrders > 0 || maxHeldPercent < 100;
  const encode = pictureEncoder();
  const pictures =
    imageHost === null ? ownPictures(parts.objects, encode) : hostedPictures(imageHost, encode);
  const orders: OrderParts = {
    ...{ ...parts, clock, dailyOrders },
    findCustomers: findCustomers(parts),
    unpaidLimits: isLimited ? { orders: maxUnpaidOrders, heldPercent: maxHeldPercent } : undefined,
    onAppend: metrics.append,
  };
  const tool = async (id: string) => (await catalogue.snapshot()).byId.get(id);
  const isTool = async (id: string) =>
    (await tool(id)) !== undefined || (await deletedTool(log, id)) !== undefined;
  return {
    ...configCalls(config, parts),
    ...toolCalls(parts),
    ...orderCalls(orders),
    ...deliveryCalls(orders),
    ...orderListCalls(orders),
    ...parcelCalls(orders),
    ...paymentCalls(payments, personal, clock),
    ...reviewCalls({ ...parts, isTool, list: parts.reviewList, isLimited: config.rateLimit }),
    ...profileCalls(profiles, users),
    ...tokenCalls({ ...parts, startAnew: (...ended) => startAnew(parts, ...ended) }),
    ...notificationCalls({ ...parts, hosts: config.push, publicKey: parts.pushKey }),
    ...meCalls(parts),
    ...userCalls(users, sessions),
    ...imageCalls(pictures),
    ...liveCalls({ ...parts, onConnections: metrics.liveConnections }),
    ...figuresCalls(parts, clock),
    ...operationsCalls(parts),
    ...noticeCalls({ ...parts, tool }),
    ...openApiCalls(parts.version),
  };
}
