import type { OrderDocument, RecordedEvent } from '@karigar/events';
import type { Order, OrderTimelineEntry } from '../contracts/order.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Shows an order as the wire has it; `reserveHours` says how long an unpaid one holds its stock (0 = for ever). */
export function orderView(order: OrderDocument, reserveHours: number): Order {
  const expires = !order.paid && reserveHours > 0;
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
    reservedUntil: expires ? iso(order.createdAt + reserveHours * 3_600_000) : null,
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
