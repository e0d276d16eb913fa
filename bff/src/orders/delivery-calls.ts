import { type OrderDocument, type OrderLog, OrderRejectedError, type Origin } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import { DeliveryCorrection, ShipmentsAnswer, ShipmentsRequest, ShipRequest } from '../contracts/delivery.ts';
import { ChangedOrder, Modified } from '../contracts/order.ts';
import { privateJson } from '../http/answers.ts';
import { adminOf, type Call, defineCall, originOf, pathParam } from '../http/call.ts';
import { openOrder, sealBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { liveOrderFor, orderNamed } from './order-access.ts';
import type { OrderParts } from './order-parts.ts';
import { orderView } from './order-view.ts';
import { shipOrder, shipOrders } from './ship-order.ts';

/** The calls about parcels: send one or many, and correct where one goes. */
export function deliveryCalls(parts: OrderParts): Call[] {
  const { log } = parts;
  return [
    defineCall({
      method: 'put',
      path: '/order/:id',
      summary:
        'Marks a paid order shipped; of one that has left it records carrier and tracking number; repeating it changes nothing',
      access: 'admin',
      limit: 'write',
      body: ShipRequest,
      answers: { 200: { description: 'Whether anything changed', schema: Modified } },
      problems: [
        'ORDER_NOT_FOUND',
        'ORDER_GONE',
        'ORDER_NOT_PAID',
        'ORDER_REFUNDED',
        'REFUND_PENDING',
        'CANCELLATION_REQUESTED',
        'PAYMENT_DISPUTED',
        'VERSION_CONFLICT',
      ],
      async handle({ c, person, body: { status: _, ...shipment } }) {
        const found = await orderNamed(log, pathParam(c, 'id'));
        const outcome = await shipOrder(log, found, shipment, adminOf(c, person));
        return privateJson({ modifiedCount: outcome === 'unchanged' ? 0 : 1, upsertedCount: 0 });
      },
    }),
    defineCall({
      method: 'post',
      path: '/orders/shipments',
      summary:
        'Marks up to a hundred paid orders shipped, or records who carries those that have left, each by itself: one that is refused keeps none of the others back, and repeating it is harmless',
      access: 'admin',
      limit: 'write',
      body: ShipmentsRequest,
      answers: { 200: { description: 'What became of each, in the order sent', schema: ShipmentsAnswer } },
      problems: [],
      async handle({ c, person, body: { shipments } }) {
        return privateJson(await shipOrders(log, shipments, adminOf(c, person)));
      },
    }),
    defineCall({
      method: 'patch',
      path: '/orders/:id/delivery',
      summary:
        'Corrects name, address and telephone of an order that has not left; the timeline keeps what was before',
      access: 'owner-or-admin',
      limit: 'write',
      body: DeliveryCorrection,
      answers: { 200: { description: 'The order as it is now', schema: ChangedOrder } },
      problems: [
        'FORBIDDEN',
        'ORDER_NOT_FOUND',
        'ORDER_GONE',
        'ORDER_SHIPPED',
        'ORDER_REFUNDED',
        'TOO_MANY_CORRECTIONS',
        'VERSION_CONFLICT',
      ],
      async handle({ c, person, body }) {
        const { order, asAdmin } = await liveOrderFor(log, person, pathParam(c, 'id'));
        const corrected = await correctDelivery(parts, order, body, originOf(c, person, asAdmin));
        if (corrected.changed && asAdmin)
          await recordAudit(log.redis, adminOf(c, person), { kind: 'order.corrected', subject: order.id });
        return privateJson({ order: await orderView(corrected.order, parts, asAdmin) });
      },
    }),
  ];
}

/**
 * Sends the parcel of an order that has not left to a corrected name, address or telephone. The same as before changes nothing. Throws
 * the refusals of the order log, of which VERSION_CONFLICT says that somebody has corrected it meanwhile, and ProblemError KEY_MISSING.
 */
async function correctDelivery(
  { log, personal }: { readonly log: OrderLog; readonly personal: Personal },
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
