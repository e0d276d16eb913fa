import type {
  DeliveryCorrection,
  Order,
  OrderQuery,
  ParcelQuery,
  ProfileEdit,
  Shipment,
} from '@karigar/bff/contracts';
import { call, reply } from './call.ts';
import type { Reply } from './http.ts';

/** One page of a list. `total` counts the whole filter; `nextCursor` asks for the next page, null on the last. */
export interface Page<T> {
  items: T[];
  total: number;
  nextCursor: string | null;
}
/** What the words of a search were taken for. `alsoTool`: they fit names of tools too; `more`: only some of the customers that fit are shown. */
export interface Found {
  as: 'number' | 'id' | 'payment' | 'customer' | 'tool' | 'nothing';
  alsoTool: boolean;
  more: boolean;
}
/** One page of all orders; `found` is null where nothing was searched for. */
export interface OrderPage<O = Order> extends Page<O> {
  found: Found | null;
}
/** A list with its ETag; `items` is null when nothing changed since `etag`. */
export interface Versioned<T> {
  items: T[] | null;
  etag: string | null;
}

/** Reads one page of a list with its headers. */
export function pageOf<T>({ body, headers }: Reply<T[]>): Page<T> {
  const total = Number(headers.get('X-Total-Count') ?? body.length);
  return { items: body, total, nextCursor: headers.get('X-Next-Cursor') };
}
function foundOf({ headers }: Reply<unknown>): Found | null {
  const as = headers.get('X-Found-As') as Found['as'] | null;
  if (as === null) return null;
  return {
    as,
    alsoTool: headers.get('X-Also-Found') === 'tool',
    more: headers.get('X-Found-More') === 'true',
  };
}
const unlessAt = (etag: string | null) =>
  ({ auth: 'none', headers: etag === null ? {} : { 'If-None-Match': etag } }) as const;
const versioned = <T>({ body, headers }: Reply<T[] | undefined>, etag: string | null): Versioned<T> => ({
  items: body ?? null,
  etag: headers.get('ETag') ?? etag,
});

/** What this installation is. */
export const getConfig = () => call('GET /config', { auth: 'none' });

/** All tools, newest first, unless nothing changed since `etag`. */
export const getTools = async (etag: string | null) =>
  versioned(await reply('GET /tools', unlessAt(etag)), etag);
export const deleteTool = (id: string) => call('DELETE /tools/:id', { params: { id } });

/** The newest reviews, unless nothing changed since `etag`. */
export const getReviews = async (etag: string | null) =>
  versioned(await reply('GET /reviews', unlessAt(etag)), etag);

/** One page of a person's own orders, newest first. */
export const getOrdersOf = async (email: string, query: OrderQuery = {}) =>
  pageOf(await reply('GET /orders/:email', { params: { email }, query }));
/** One page of all orders (admins). */
export async function getOrders(query: OrderQuery = {}, signal?: AbortSignal): Promise<OrderPage> {
  const answer = await reply('GET /orders', { query, signal });
  return { ...pageOf(answer), found: foundOf(answer) };
}
/** One order, by its id or number. */
export const getOrder = (id: string) => call('GET /orders/order/:id', { params: { id } });
/** One page of what waits to be shipped or has left, without money (packers and admins). */
export const getParcels = async (query: Partial<ParcelQuery>, signal?: AbortSignal) =>
  pageOf(await reply('GET /parcels', { query, signal }));
/** One of them, by its id or number. */
export const getParcel = (id: string) => call('GET /parcels/:id', { params: { id } });
/** An order's events, oldest first. */
export const getOrderTimeline = (id: string) => call('GET /orders/order/:id/events', { params: { id } });
/** Ships 1 to 100 paid orders, each by itself, and tells what became of each (packers and admins). `keepalive`: also while the page goes. */
export const shipOrders = async (shipments: Shipment[], { keepalive = false } = {}) =>
  (await call('POST /orders/shipments', { body: { shipments }, keepalive })).results;
/**
 * Corrects who receives an order that has not been shipped, and where. `corrections` is the count that the person has seen: a newer one is a
 * VERSION_CONFLICT.
 */
export const correctDelivery = (id: string, body: DeliveryCorrection) =>
  call('PATCH /orders/:id/delivery', { params: { id }, body });

export const getProfile = async (email: string) =>
  (await call('GET /userinfo/:email', { params: { email } })) ?? null;
export const putProfile = (email: string, body: ProfileEdit) =>
  call('PUT /userinfo/:email', { params: { email }, body });

/** The roles of the signed-in person, and what becomes of their account: when a waiting erasure happens. */
export const getMe = () => call('GET /me');

/** Forgets a device; with the `token` of somebody who has just signed out, for them, also while the page goes. */
export const removeDevice = (id: string, token?: string) =>
  call('DELETE /me/devices/:id', {
    params: { id },
    ...(token === undefined
      ? {}
      : { auth: 'none', headers: { Authorization: `Bearer ${token}` }, keepalive: true }),
  });

/** Exchanges an identity token for the shop's own access token. */
export const exchangeToken = (email: string, idToken: string, token: string | null = null) =>
  call('PUT /user/:email', {
    params: { email },
    body: { email, ...(token !== null && { token }) },
    auth: 'none',
    headers: { Authorization: `Bearer ${idToken}` },
  });
export const getStats = () => call('GET /stats');
