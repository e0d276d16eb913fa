import { type OrderLog, recordAudit } from '@karigar/events';
import { DeliveryCorrection, ShipmentsAnswer, ShipmentsRequest, ShipRequest } from '../contracts/delivery.ts';
import { ChangedOrder, Modified } from '../contracts/order.ts';
import { privateJson } from '../http/answers.ts';
import { adminOf, type Call, defineCall, originOf, pathParam } from '../http/call.ts';
import { correctDelivery } from './correct-delivery.ts';
import { liveOrderFor } from './order-access.ts';
import { forCustomer, orderView, type ViewParts } from './order-view.ts';
import { shipOrder, shipOrders } from './ship-order.ts';

/** The calls about parcels: send one or many, and correct where one goes. */
export function deliveryCalls(parts: ViewParts & { readonly log: OrderLog }): Call[] {
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
        const by = adminOf(c, person);
        const { outcome } = await shipOrder(log, { order: pathParam(c, 'id'), ...shipment }, by);
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
        return privateJson({ results: await shipOrders(log, shipments, adminOf(c, person)) });
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
        const view = await orderView(corrected.order, parts);
        return privateJson({ order: asAdmin ? view : forCustomer(view) });
      },
    }),
  ];
}
