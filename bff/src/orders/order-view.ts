import type { Deletion, OrderDocument, RecordedEvent } from '@karigar/events';
import type { Order, OrderTimelineEntry } from '../contracts/order.ts';
import type { Identity } from '../identity/person.ts';
import { type Reservation, reservedHours } from '../payments/reservation.ts';
import { type Buyer, type OpenedOrder, openOrder, openOrders } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** What showing an order needs. */
export interface ViewParts {
  readonly reservation: Reservation;
  readonly personal: Personal;
}

/** Shows orders as the wire has them, with their persons, and the time until which unpaid ones hold their stock. */
export async function orderViews(
  orders: readonly OrderDocument[],
  { reservation, personal }: ViewParts,
): Promise<Order[]> {
  const unpaid = orders.filter(({ paid }) => !paid);
  const [hoursOf, opened] = await Promise.all([
    reservedHours(reservation, unpaid),
    openOrders(personal, orders),
  ]);
  return opened.map((order) => view(order, order.paid ? 0 : hoursOf(order)));
}

/** Shows a new order to whoever has placed it: who that is, and whether their address is verified, is known. */
export const placedView = (
  order: OrderDocument,
  buyer: Buyer,
  { emailVerified }: Pick<Identity, 'emailVerified'>,
  { reservation: { hours, unverifiedHours } }: Pick<ViewParts, 'reservation'>,
): Order => view({ ...order, ...buyer }, emailVerified ? hours : unverifiedHours);

/** Shows one order. Throws ProblemError KEY_MISSING. */
export async function orderView(order: OrderDocument, { reservation, personal }: ViewParts): Promise<Order> {
  const [hoursOf, opened] = await Promise.all([
    reservedHours(reservation, order.paid ? [] : [order]),
    openOrder(personal, order),
  ]);
  return view(opened, order.paid ? 0 : hoursOf(order));
}

/** `hours` that it holds its stock, 0 = no end. */
function view(order: OpenedOrder, hours: number): Order {
  return {
    _id: order.id,
    toolId: order.toolId,
    toolsName: order.toolsName,
    description: order.description,
    image: order.image,
    address: order.address,
    city: order.city,
    email: order.email,
    name: order.name,
    quantity: order.quantity,
    zip: order.zip,
    price: order.price,
    unitPrice: order.unitPrice,
    status: order.status === 'shipped' ? 'Shipped' : 'pending',
    paid: order.paid,
    transactionId: order.transactionId,
    version: order.version,
    createdAt: iso(order.createdAt),
    paidAt: isoOrNull(order.paidAt),
    shippedAt: isoOrNull(order.shippedAt),
    reservedUntil: hours > 0 ? iso(order.createdAt + hours * 3_600_000) : null,
  };
}

/**
 * Shows one event of an order's history as the timeline has it. `staff` tells the addresses of admins (by uid) to whoever works here;
 * null for a customer, who hears of the shop, never of whom it employs.
 */
export const timelineEntry = (
  event: RecordedEvent,
  staff: ReadonlyMap<string, string> | null,
): OrderTimelineEntry => ({
  seq: event.seq,
  version: event.v,
  type: event.type,
  schema: event.schema,
  at: iso(event.ts),
  actor: actorIn(event.actor, staff),
  correlationId: event.correlationId,
  data: shownData(event),
  hash: event.hash,
});

function actorIn(actor: string, staff: ReadonlyMap<string, string> | null): string {
  if (/^(?:user|system):/.test(actor)) return actor;
  if (staff === null) return 'the shop';
  const uid = adminIn(actor);
  const email = uid === null ? undefined : staff.get(uid);
  return email === undefined ? actor : `admin:${email}`;
}

/** The uid of the admin who made an event; null when it was somebody else. */
export const adminIn = (actor: string): string | null => /^admin:(.+)$/.exec(actor)?.[1] ?? null;

/** The person of an order is shown with the order, not in its timeline. */
function shownData(event: RecordedEvent): Record<string, unknown> {
  if (event.type === 'order.deleted') return { ...event.data, note: shownNote(event.data.note) };
  const { person: _, ...shown }: Record<string, unknown> = { ...event.data };
  return shown;
}

/** A note that was not opened says nothing. */
const shownNote = (note: Deletion['note']): string | null =>
  note === null || typeof note === 'string' ? null : note.text;
