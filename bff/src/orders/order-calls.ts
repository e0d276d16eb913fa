import { isDeleted } from '@karigar/events';
import { z } from 'zod';
import { recordAudit } from '../audit.ts';
import {
  CancellationRequest,
  ChangedOrder,
  Deleted,
  Modified,
  NewOrder,
  Order,
  OrderTimelineEntry,
  PaidClaim,
  PlacedOrder,
  RefundRequest,
} from '../contracts/order.ts';
import { privateJson } from '../http/answers.ts';
import { notYours } from '../http/authorisation.ts';
import { adminOf, type Call, defineCall, originOf, pathParam } from '../http/call.ts';
import { idempotencyKeyOf } from '../http/request-header.ts';
import { normalEmail } from '../identity/person.ts';
import { claimPayment } from '../payments/claim-payment.ts';
import { deleteOrder } from '../payments/delete-order.ts';
import { refundOrder } from '../payments/refund-order.ts';
import { liveOrderFor, orderFor } from './order-access.ts';
import type { OrderParts } from './order-parts.ts';
import { adminIn, orderTimeline } from './order-timeline.ts';
import { orderView } from './order-view.ts';
import { placeOrder } from './place-order.ts';

const answers = { 200: { description: 'The order as it is now', schema: ChangedOrder } };

/** The calls about one order: place, read, timeline, pay, delete; and those that can follow a payment: refund, ask to cancel, decline that. */
export function orderCalls(parts: OrderParts): Call[] {
  const { log, payments, catalogue } = parts;
  return [
    defineCall({
      method: 'post',
      path: '/orders',
      summary:
        'Places an order and reserves its stock, in one step. Repeating it with its Idempotency-Key is harmless',
      access: 'signed-in',
      limit: 'write',
      body: NewOrder,
      answers: { 201: { description: 'The order, new or repeated', schema: PlacedOrder } },
      problems: [
        'FORBIDDEN',
        'TOOL_NOT_FOUND',
        'OUT_OF_STOCK',
        'PRICE_CHANGED',
        'TOOL_AMBIGUOUS',
        'TOO_MUCH_HELD',
        'TOO_MANY_UNPAID',
        'TOO_MANY_ORDERS',
        'KEY_REUSED',
        'ORDER_GONE',
      ],
      async handle({ c, person, body }) {
        if (normalEmail(body.email) !== person.email) throw notYours();
        const request = [c.get('requestId'), idempotencyKeyOf(c)] as const;
        const { order, repeated } = await placeOrder(parts, person, body, ...request);
        parts.onAppend(repeated ? 'repeated' : 'accepted');
        catalogue.touch();
        const view = await orderView(order, parts, false);
        return privateJson({ insertedId: order.id, repeated, order: view }, 201);
      },
    }),
    defineCall({
      method: 'get',
      path: '/orders/order/:id',
      summary: 'One order',
      access: 'owner-or-admin',
      limit: 'read',
      answers: { 200: { description: 'The order', schema: Order } },
      problems: ['FORBIDDEN', 'ORDER_NOT_FOUND', 'ORDER_GONE'],
      async handle({ c, person }) {
        const { order, asAdmin } = await liveOrderFor(log, person, pathParam(c, 'id'));
        return privateJson(await orderView(order, parts, asAdmin));
      },
    }),
    defineCall({
      method: 'get',
      path: '/orders/order/:id/events',
      summary: 'The timeline of one order, straight from the log; also of a deleted one',
      access: 'owner-or-admin',
      limit: 'read',
      answers: { 200: { description: 'Its events, oldest first', schema: z.array(OrderTimelineEntry) } },
      problems: ['FORBIDDEN', 'ORDER_NOT_FOUND'],
      async handle({ c, person }) {
        const { order, asAdmin } = await orderFor(log, person, pathParam(c, 'id'));
        const [history, isStaff] = await Promise.all([log.history(order.id), asAdmin || person.isAdmin()]);
        const admins = history.flatMap(({ actor }) => adminIn(actor) ?? []);
        const staff = isStaff ? await parts.users.emailsOf(admins) : null;
        return privateJson(await orderTimeline(parts.personal, history, staff));
      },
    }),
    defineCall({
      method: 'patch',
      path: '/orders/order/:id',
      summary: 'Says that a payment was made: the shop asks the provider and believes nothing else',
      access: 'owner-or-admin',
      limit: 'payment',
      body: PaidClaim,
      answers: { 200: { description: 'Whether the order became paid by this call', schema: Modified } },
      problems: [
        'FORBIDDEN',
        'ORDER_NOT_FOUND',
        'ORDER_GONE',
        'ORDER_PAID',
        'PAYMENT_NOT_COMPLETED',
        'PAYMENT_MISMATCH',
        'PAYMENT_PROCESSING',
        'TRANSACTION_USED',
        'PROVIDER_UNAVAILABLE',
      ],
      async handle({ c, person, body }) {
        const { order, asAdmin } = await orderFor(log, person, pathParam(c, 'id'));
        const origin = originOf(c, person, asAdmin);
        const { changed } = await claimPayment(payments, order, body.transactionId, origin, person);
        return privateJson({ modifiedCount: changed ? 1 : 0 });
      },
    }),
    defineCall({
      method: 'delete',
      path: '/orders/:id',
      summary: 'Deletes an unpaid order; its open payment is cancelled first',
      access: 'owner-or-admin',
      limit: 'write',
      answers: { 200: { description: 'How many were deleted: 0 when it was gone already', schema: Deleted } },
      problems: [
        'FORBIDDEN',
        'ORDER_NOT_FOUND',
        'ORDER_PAID',
        'PAYMENT_PROCESSING',
        'VERSION_CONFLICT',
        'PROVIDER_UNAVAILABLE',
      ],
      async handle({ c, person }) {
        const { order, asAdmin } = await orderFor(log, person, pathParam(c, 'id'));
        if (isDeleted(order)) return privateJson({ deletedCount: 0 });
        const reason = asAdmin ? 'shop' : 'customer';
        const origin = originOf(c, person, asAdmin);
        const { changed } = await deleteOrder(payments, order.id, reason, origin);
        catalogue.touch();
        if (changed && asAdmin)
          await recordAudit(log.redis, adminOf(c, person), { kind: 'order.deleted', subject: order.id });
        return privateJson({ deletedCount: changed ? 1 : 0 });
      },
    }),
    defineCall({
      method: 'post',
      path: '/orders/:id/refund',
      summary:
        'Gives back all that is left of an order’s money. While the provider does not answer, the order has a refundRequest and the shop goes on asking; repeating it is harmless',
      access: 'admin',
      limit: 'write',
      body: RefundRequest,
      answers,
      problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_NOT_PAID', 'REFUND_REFUSED', 'VERSION_CONFLICT'],
      async handle({ c, person, body }) {
        const { order } = await liveOrderFor(log, person, pathParam(c, 'id'));
        const refunded = refundOrder(payments, order.id, body, adminOf(c, person));
        // Pieces may have returned to stock, also when the refund failed afterwards.
        const now = await refunded.finally(() => catalogue.touch());
        return privateJson({ order: await orderView(now, parts, true) });
      },
    }),
    defineCall({
      method: 'post',
      path: '/orders/:id/cancellation',
      summary: 'Asks the shop to cancel a paid order before it is shipped; asking again changes nothing',
      access: 'owner',
      limit: 'write',
      body: CancellationRequest,
      answers,
      problems: [
        'FORBIDDEN',
        'ORDER_NOT_FOUND',
        'ORDER_GONE',
        'ORDER_NOT_PAID',
        'ORDER_SHIPPED',
        'ORDER_REFUNDED',
        'REFUND_PENDING',
        'VERSION_CONFLICT',
      ],
      async handle({ c, person, body }) {
        const { order, asAdmin } = await liveOrderFor(log, person, pathParam(c, 'id'));
        if (asAdmin) throw notYours();
        const command = { type: 'request-cancellation', reason: body.reason } as const;
        const asked = await log.afterPayment(order.id, command, originOf(c, person, false));
        return privateJson({ order: await orderView(asked.order, parts, false) });
      },
    }),
    defineCall({
      method: 'delete',
      path: '/orders/:id/cancellation',
      summary: 'Declines what the customer asks: the order will be sent; declining again changes nothing',
      access: 'admin',
      limit: 'write',
      answers,
      problems: ['ORDER_NOT_FOUND', 'ORDER_GONE', 'ORDER_NOT_PAID', 'VERSION_CONFLICT'],
      async handle({ c, person }) {
        const { order } = await liveOrderFor(log, person, pathParam(c, 'id'));
        const by = adminOf(c, person);
        const declined = await log.afterPayment(order.id, { type: 'decline-cancellation' }, by);
        if (declined.changed)
          await recordAudit(log.redis, by, { kind: 'order.cancellation-declined', subject: order.id });
        return privateJson({ order: await orderView(declined.order, parts, true) });
      },
    }),
  ];
}
