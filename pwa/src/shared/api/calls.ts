import type {
  AuditedAction,
  CancellationReason,
  ChangedOrder,
  Deleted,
  DeliveryCorrection,
  DeviceId,
  Intent,
  Me,
  Modified,
  NewDevice,
  NewIntent,
  NewOrder,
  NewReview,
  NewTool,
  Notifications,
  NotificationsEdit,
  Operations,
  Order,
  OrderQuery,
  OrderTimelineEntry,
  PlacedOrder,
  Profile,
  ProfileEdit,
  RefundReason,
  Review,
  Shipment,
  ShipmentsAnswer,
  ShopConfig,
  Stats,
  Token,
  Tool,
  ToolEdit,
  UnsentNotices,
  User,
  Waiting,
} from '@karigar/bff/contracts';
import { type Reply, type RequestOptions, request } from './http.ts';

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
export interface OrderPage extends Page<Order> {
  found: Found | null;
}
/** A list with its ETag; `items` is null when nothing changed since `etag`. */
export interface Versioned<T> {
  items: T[] | null;
  etag: string | null;
}

const seg = encodeURIComponent;
const bodyOf = async <T>(path: string, options?: RequestOptions): Promise<T> =>
  (await request<T>(path, options)).body;

function pageOf<T>({ body, headers }: Reply<T[]>): Page<T> {
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
async function versioned<T>(path: string, etag: string | null): Promise<Versioned<T>> {
  const headers: Record<string, string> = etag === null ? {} : { 'If-None-Match': etag };
  const reply = await request<T[] | undefined>(path, { auth: 'none', headers });
  return { items: reply.body ?? null, etag: reply.headers.get('ETag') ?? etag };
}

/** What this installation is. */
export const getConfig = () => bodyOf<ShopConfig>('/config', { auth: 'none' });

/** All tools, newest first, unless nothing changed since `etag`. */
export const getTools = (etag: string | null) => versioned<Tool>('/tools', etag);
export const getTool = (id: string) => bodyOf<Tool>(`/tools/${seg(id)}`, { auth: 'none' });
/** Adds a tool. The key makes a repeat harmless. */
export const addTool = (tool: NewTool, idempotencyKey: string) =>
  bodyOf<{ insertedId: string }>('/tools', {
    method: 'POST',
    body: tool,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
export const editTool = (id: string, edit: ToolEdit) =>
  bodyOf<Modified>(`/tools/${seg(id)}`, { method: 'PUT', body: edit });
export const deleteTool = (id: string) => bodyOf<Deleted>(`/tools/${seg(id)}`, { method: 'DELETE' });

/** The newest reviews, unless nothing changed since `etag`. */
export const getReviews = (etag: string | null) => versioned<Review>('/reviews', etag);
/** The newest reviews that are hidden, for an admin. */
export const getHiddenReviews = () => bodyOf<Review[]>('/reviews/hidden');
/** Hides a review from everybody, or shows it again. */
export const hideReview = (id: string, hidden: boolean) =>
  bodyOf<Modified>(`/reviews/${seg(id)}`, { method: 'PUT', body: { hidden } });
/** Sends a review; only the outbox calls this. The key makes a repeat harmless. */
export const postReview = (review: NewReview, idempotencyKey: string) =>
  bodyOf<{ insertedId: string }>('/reviews', {
    method: 'POST',
    body: review,
    headers: { 'Idempotency-Key': idempotencyKey },
  });

/** Sends an order; only the outbox calls this. The key makes a repeat harmless. */
export const postOrder = (order: NewOrder, idempotencyKey: string) =>
  bodyOf<PlacedOrder>('/orders', {
    method: 'POST',
    body: order,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
/** One page of a person's own orders, newest first. */
export const getOrdersOf = async (email: string, query: OrderQuery = {}) =>
  pageOf(await request<Order[]>(`/orders/${seg(email)}`, { query: { ...query } }));
/** One page of all orders (admins). */
export async function getOrders(query: OrderQuery = {}, signal?: AbortSignal): Promise<OrderPage> {
  const reply = await request<Order[]>('/orders', { query: { ...query }, ...(signal ? { signal } : {}) });
  return { ...pageOf(reply), found: foundOf(reply) };
}
/** One order, by its id or number. */
export const getOrder = (id: string) => bodyOf<Order>(`/orders/order/${seg(id)}`);
/** An order's events, oldest first. */
export const getOrderTimeline = (id: string) =>
  bodyOf<OrderTimelineEntry[]>(`/orders/order/${seg(id)}/events`);
export const deleteOrder = (id: string) => bodyOf<Deleted>(`/orders/${seg(id)}`, { method: 'DELETE' });
/** Ships 1 to 100 paid orders, each by itself, and tells what became of each (admins). `keepalive`: also while the page goes. */
export const shipOrders = async (shipments: Shipment[], { keepalive = false } = {}) =>
  (await bodyOf<ShipmentsAnswer>('/orders/shipments', { method: 'POST', body: { shipments }, keepalive }))
    .results;
/**
 * Gives back what is left of an order's money (admins); `restock` puts its pieces back into stock. The order has a `refundRequest` as
 * long as the provider has not answered.
 */
export const refundOrder = (id: string, refund: { reason: RefundReason; restock: boolean }) =>
  bodyOf<ChangedOrder>(`/orders/${seg(id)}/refund`, { method: 'POST', body: refund });
/** Declines what a customer asks: the order is sent after all (admins). */
export const declineCancellation = (id: string) =>
  bodyOf<ChangedOrder>(`/orders/${seg(id)}/cancellation`, { method: 'DELETE' });

/**
 * Corrects who receives an order that has not been shipped, and where. `corrections` is the count that the person has seen: a newer one is a
 * VERSION_CONFLICT.
 */
export const correctDelivery = (id: string, delivery: DeliveryCorrection) =>
  bodyOf<ChangedOrder>(`/orders/${seg(id)}/delivery`, { method: 'PATCH', body: delivery });

/** Asks the shop to cancel a paid order that has not left yet; asking again changes nothing. */
export const askToCancel = (id: string, reason: CancellationReason) =>
  bodyOf<ChangedOrder>(`/orders/${seg(id)}/cancellation`, { method: 'POST', body: { reason } });

export const createIntent = (intent: NewIntent) =>
  bodyOf<Intent>('/create-payment-intent', { method: 'POST', body: intent });
/** Asks the shop to look at the payment; it believes the provider, not this call. */
export const claimPaid = (id: string, transactionId: string) =>
  bodyOf<Modified>(`/orders/order/${seg(id)}`, { method: 'PATCH', body: { order: id, transactionId } });

export const getProfile = async (email: string) =>
  (await bodyOf<Profile | null | undefined>(`/userinfo/${seg(email)}`)) ?? null;
export const putProfile = (email: string, profile: ProfileEdit) =>
  bodyOf<Modified>(`/userinfo/${seg(email)}`, { method: 'PUT', body: profile });

/** What becomes of the signed-in person's account: when a waiting erasure happens. */
export const getMe = () => bodyOf<Me>('/me');

/** What the signed-in person hears of through their browsers, and on which devices. */
export const getNotifications = () => bodyOf<Notifications>('/me/notifications');
export const putNotifications = (edit: NotificationsEdit) =>
  bodyOf<Notifications>('/me/notifications', { method: 'PUT', body: edit });
/** Has the shop tell the signed-in person through this browser; repeating it changes nothing. */
export const addDevice = (device: NewDevice) =>
  bodyOf<DeviceId>('/me/devices', { method: 'POST', body: device });
/** Forgets a device; with the `token` of somebody who has just signed out, for them, also while the page goes. */
export const removeDevice = (id: string, token?: string) =>
  bodyOf<Deleted>(`/me/devices/${seg(id)}`, {
    method: 'DELETE',
    ...(token === undefined
      ? {}
      : { auth: 'none', headers: { Authorization: `Bearer ${token}` }, keepalive: true }),
  });

/** Whether the signed-in person hears when a tool is back. */
export const getWaiting = (toolId: string) => bodyOf<Waiting>(`/tools/${seg(toolId)}/waiting`);
/** Has the signed-in person hear once when a sold-out tool is back; false where it is back already. */
export const waitForTool = (toolId: string) =>
  bodyOf<Waiting>(`/tools/${seg(toolId)}/waiting`, { method: 'POST' });
export const stopWaiting = (toolId: string) =>
  bodyOf<Waiting>(`/tools/${seg(toolId)}/waiting`, { method: 'DELETE' });

/** Exchanges an identity token for the shop's own access token. */
export const exchangeToken = (email: string, idToken: string, token: string | null = null) =>
  bodyOf<Token>(`/user/${seg(email)}`, {
    method: 'PUT',
    body: { email, ...(token !== null && { token }) },
    auth: 'none',
    headers: { Authorization: `Bearer ${idToken}` },
  });
export const getAdmin = (email: string) => bodyOf<{ admin: boolean }>(`/admin/${seg(email)}`);
/** One page of the accounts (admins). */
export const getUsers = async (query: { limit?: number; cursor?: string; search?: string } = {}) =>
  pageOf(await request<User[]>('/user', { query }));
export const makeAdmin = (email: string) =>
  bodyOf<Modified>(`/user/admin/${seg(email)}`, { method: 'PUT', body: {} });

/** Takes the rights of an admin away. */
export const removeAdmin = (email: string) =>
  bodyOf<Modified>(`/user/admin/${seg(email)}`, { method: 'DELETE' });
/** What admins did, newest first; `search` is a whole address, or a part of any other text. A page without entries may still have a next one. */
export const getAudit = async (query: { limit?: number; cursor?: string; search?: string }) =>
  pageOf(await request<AuditedAction[]>('/audit', { query }));

export const getStats = () => bodyOf<Stats>('/stats');
export const getOperations = () => bodyOf<Operations>('/operations');

/** What could not be sent, and how much still waits (admins). */
export const getUnsentNotices = () => bodyOf<UnsentNotices>('/notices/failed');
/** Has one of them be tried anew. */
export const sendNoticeAgain = (id: string) =>
  bodyOf<Modified>(`/notices/failed/${seg(id)}/again`, { method: 'POST' });
/** Has all of them be tried anew. */
export const sendAllNoticesAgain = () => bodyOf<Modified>('/notices/failed/again', { method: 'POST' });
/** Takes one of them off the list. */
export const removeFailedNotice = (id: string) =>
  bodyOf<Modified>(`/notices/failed/${seg(id)}`, { method: 'DELETE' });
