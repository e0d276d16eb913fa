import { type OrderDocument, type OrderLog, OrderRejectedError, type Origin } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import type { DeliveryCorrection, Shipment } from '../contracts/delivery.ts';
import { notYours } from '../http/authorisation.ts';
import { type Handlers, originOf, staffOf } from '../http/call.ts';
import { openOrder, sealBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { liveOrderFor, orderNamed } from './order-access.ts';
import type { OrderParts } from './order-parts.ts';
import { orderView } from './order-view.ts';
import { type Shipper, shipOrder, shipOrders } from './ship-order.ts';

/** The calls about parcels: send one or many, and correct where one goes. */
export function deliveryCalls(parts: OrderParts) {
  const { log } = parts;
  return {
    async 'PUT /order/:id'({ c, params, person, body: { status: _, ...shipment } }) {
      const by = await staffOf(c, person, 'packer');
      refuseDecisions(by, [shipment]);
      const outcome = await shipOrder(log, await orderNamed(log, params.id), shipment, by);
      return { modifiedCount: outcome === 'unchanged' ? 0 : 1, upsertedCount: 0 };
    },
    async 'POST /orders/shipments'({ c, person, body: { shipments }, stillAllowed }) {
      const by = await staffOf(c, person, 'packer');
      refuseDecisions(by, shipments);
      return shipOrders(log, shipments, by, stillAllowed);
    },
    async 'PATCH /orders/:id/delivery'({ c, params, person, body }) {
      const { order, asAdmin } = await liveOrderFor(log, person, params.id);
      const by = originOf(c, person, asAdmin ? 'admin' : 'user');
      const corrected = await correctDelivery(parts, order, body, by);
      if (corrected.changed && asAdmin)
        await recordAudit(log.redis, by, { kind: 'order.corrected', subject: order.id });
      return { order: await orderView(corrected.order, parts, asAdmin) };
    },
  } satisfies Partial<Handlers>;
}

/** Refuses a packer's wish to send what is on hold: an admin decides that. Throws ProblemError 403. */
function refuseDecisions({ isAdmin }: Shipper, shipments: readonly Partial<Shipment>[]): void {
  if (!isAdmin && shipments.some((one) => one.despiteCancellation || one.despiteDispute)) throw notYours();
}

/**
 * Sends the parcel of an order that has not left to a corrected name, address or telephone. The same as before changes nothing. Throws
 * the refusals of the order log, of which VERSION_CONFLICT says that somebody has corrected it meanwhile, and ProblemError KEY_MISSING.
 */
async function correctDelivery(
  { log, personal }: { log: OrderLog; personal: Personal },
  order: OrderDocument,
  { corrections, ...wanted }: DeliveryCorrection,
  origin: Origin,
): Promise<{ order: OrderDocument; changed: boolean }> {
  const { email, name, address, city, zip, phone } = await openOrder(personal, order);
  const before = { email, name, address, city, zip, phone };
  // A parcel needs a name: an empty one keeps the name before.
  const after = { ...before, ...wanted, name: wanted.name || name, phone: wanted.phone ?? phone };
  // Compared before the count: a correction that is sent again after a lost answer has the old count.
  if (JSON.stringify(before) === JSON.stringify(after)) return { order, changed: false };
  if (corrections !== undefined && corrections !== order.corrections)
    throw new OrderRejectedError('VERSION_CONFLICT');
  const person = await sealBuyer(personal, order.uid, order.id, after);
  return log.correct({ orderId: order.id, person, seen: order.corrections, ...origin });
}
