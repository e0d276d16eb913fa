import { isDeleted, type OrderLog, recordAudit } from '@karigar/events';
import { z } from 'zod';
import {
  Deleted,
  Modified,
  NewOrder,
  Order,
  OrderTimelineEntry,
  PaidClaim,
  PlacedOrder,
} from '../contracts/order.ts';
import { privateJson } from '../http/answers.ts';
import { notYours } from '../http/authorisation.ts';
import { adminOf, type Call, defineCall, originOf, pathParam } from '../http/call.ts';
import { idempotencyKeyOf } from '../http/request-header.ts';
import { normalEmail } from '../identity/person.ts';
import { claimPayment } from '../payments/claim-payment.ts';
import { deleteOrder } from '../payments/delete-order.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import type { UserRecords } from '../people/user-records.ts';
import { liveOrderFor, orderFor } from './order-access.ts';
import { adminIn, orderTimeline } from './order-timeline.ts';
import { forCustomer, orderView, type ViewParts } from './order-view.ts';
import { type PlaceOrderParts, placeOrder } from './place-order.ts';

/** What the calls about single orders need. */
export interface OrderCallParts extends PlaceOrderParts, ViewParts {
  readonly log: OrderLog;
  readonly payments: PaymentParts;
  readonly users: Pick<UserRecords, 'emailsOf'>;
  /** Told of each finished write, so that the catalogue shows the new stock at once. */
  readonly onWritten: () => void;
  /** Told of each order that was placed, for counting. */
  readonly onAppend: (outcome: 'accepted' | 'repeated') => void;
}

/** The calls about one order: place, read, timeline, pay, delete. */
export function orderCalls(parts: OrderCallParts): Call[] {
  const { log, payments } = parts;
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
        const request = { idempotencyKey: idempotencyKeyOf(c), correlationId: c.get('requestId') };
        const { order, repeated } = await placeOrder(parts, person, body, request);
        parts.onAppend(repeated ? 'repeated' : 'accepted');
        parts.onWritten();
        const view = forCustomer(await orderView(order, parts));
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
        const view = await orderView(order, parts);
        return privateJson(asAdmin ? view : forCustomer(view));
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
        parts.onWritten();
        if (changed && asAdmin) {
          const action = { kind: 'order.deleted', subject: order.id };
          await recordAudit(log.redis, adminOf(c, person), action);
        }
        return privateJson({ deletedCount: changed ? 1 : 0 });
      },
    }),
  ];
}
