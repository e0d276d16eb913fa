import type { OrderDocument, RecordedEvent } from '@karigar/events';
import type { Order, OrderTimelineEntry } from '../contracts/order.ts';
import { type Reservation, reservedHours } from '../payments/reservation.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Shows orders as the wire has them, with the time until which unpaid ones hold their stock. */
export async function orderViews(
  orders: readonly OrderDocument[],
  reservation: Reservation,
): Promise<Order[]> {
  const hoursOf = await reservedHours(
    reservation,
    orders.filter(({ paid }) => !paid),
  );
  return orders.map((order) => view(order, order.paid ? 0 : hoursOf(order)));
}

/** Shows one order. */
export async function orderView(order: OrderDocument, reservation: Reservation): Promise<Order> {
  const hoursOf = await reservedHours(reservation, order.paid ? [] : [order]);
  return view(order, order.paid ? 0 : hoursOf(order));
}

/** `hours` that it holds its stock, 0 = no end. */
function view(order: OrderDocument, hours: number): Order {
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

/** Shows one event of an order's history as the timeline has it; its customer hears of the shop, never of whom it employs. */
export const timelineEntry = (event: RecordedEvent, isStaff: boolean): OrderTimelineEntry => ({
  seq: event.seq,
  version: event.v,
  type: event.type,
  schema: event.schema,
  at: iso(event.ts),
  actor: isStaff || /^(?:user|system):/.test(event.actor) ? event.actor : 'the shop',
  correlationId: event.correlationId,
  data: { ...event.data },
  hash: event.hash,
});
