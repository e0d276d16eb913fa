import { isDeleted } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import { privateJson } from '../http/answers.ts';
import { notYours } from '../http/authorisation.ts';
import { type Handlers, originOf } from '../http/call.ts';
import { idempotencyKeyOf } from '../http/request-header.ts';
import { normalEmail } from '../identity/person.ts';
import { deleteOrder } from '../payments/delete-order.ts';
import { claimPaymentByHand, decidePaymentByHand, refundByHand } from '../payments/payment-by-hand.ts';
import { refundOrder } from '../payments/refund-order.ts';
import { claimPayment } from '../payments/settle-payment.ts';
import { liveOrderFor, orderFor } from './order-access.ts';
import type { OrderParts } from './order-parts.ts';
import { orderTimeline, staffIn } from './order-timeline.ts';
import { orderView } from './order-view.ts';
import { placeOrder } from './place-order.ts';

/** The calls about one order: place, read, timeline, pay by card or by hand, delete; and those that can follow a payment: refund, ask to cancel, decline that. */
export function orderCalls(parts: OrderParts) {
  const { log, payments, catalogue } = parts;
  return {
    async 'POST /orders'({ c, person, body }) {
      if (normalEmail(body.email) !== person.email) throw notYours();
      const request = [c.get('requestId'), idempotencyKeyOf(c)] as const;
      const { order, repeated } = await placeOrder(parts, person, body, ...request);
      parts.onAppend(repeated ? 'repeated' : 'accepted');
      catalogue.touch();
      const view = await orderView(order, parts, false);
      return privateJson({ insertedId: order.id, repeated, order: view }, 201);
    },
    async 'GET /orders/order/:id'({ params, person }) {
      const { order, asAdmin } = await liveOrderFor(log, person, params.id);
      return privateJson(await orderView(order, parts, asAdmin));
    },
    async 'GET /orders/order/:id/events'({ params, person }) {
      const { order, asAdmin } = await orderFor(log, person, params.id);
      const [history, isStaff] = await Promise.all([log.history(order.id), asAdmin || person.may('admin')]);
      const uids = history.flatMap(({ actor }) => staffIn(actor) ?? []);
      const staff = isStaff ? await parts.users.emailsOf(uids) : null;
      return privateJson(await orderTimeline(parts.personal, history, staff));
    },
    async 'PATCH /orders/order/:id'({ c, params, person, body }) {
      const { order, asAdmin } = await orderFor(log, person, params.id);
      const origin = originOf(c, person, asAdmin ? 'admin' : 'user');
      const { changed } = await claimPayment(payments, order, body.transactionId, origin, person);
      return privateJson({ modifiedCount: changed ? 1 : 0 });
    },
    async 'DELETE /orders/:id'({ c, params, person }) {
      const { order, asAdmin } = await orderFor(log, person, params.id);
      if (isDeleted(order)) return privateJson({ deletedCount: 0 });
      const reason = asAdmin ? 'shop' : 'customer';
      const origin = originOf(c, person, asAdmin ? 'admin' : 'user');
      const { changed } = await deleteOrder(payments, order.id, reason, origin);
      catalogue.touch();
      if (changed && asAdmin)
        await recordAudit(log.redis, origin, { kind: 'order.deleted', subject: order.id });
      return privateJson({ deletedCount: changed ? 1 : 0 });
    },
    async 'POST /orders/:id/payment-claim'({ c, params, person, body }) {
      const { order, asAdmin } = await liveOrderFor(log, person, params.id);
      if (asAdmin) throw notYours();
      const claimed = await claimPaymentByHand(payments, order.id, body, originOf(c, person));
      return privateJson({ order: await orderView(claimed, parts, false) });
    },
    async 'POST /orders/:id/payment-claim/confirmation'({ c, params, person, body }) {
      const { order } = await liveOrderFor(log, person, params.id);
      const paid = await decidePaymentByHand(payments, order.id, body, originOf(c, person, 'admin'));
      return privateJson({ order: await orderView(paid, parts, true) });
    },
    async 'POST /orders/:id/payment-claim/refusal'({ c, params, person, body }) {
      const { order } = await liveOrderFor(log, person, params.id);
      const refused = await decidePaymentByHand(payments, order.id, body, originOf(c, person, 'admin'));
      return privateJson({ order: await orderView(refused, parts, true) });
    },
    async 'POST /orders/:id/refund'({ c, params, person, body }) {
      const { order } = await liveOrderFor(log, person, params.id);
      const by = originOf(c, person, 'admin');
      const refunded =
        order.paidWay === null
          ? refundOrder(payments, order.id, body, by)
          : refundByHand(payments, order, body, by);
      // Pieces may have returned to stock, also when the refund failed afterwards.
      const now = await refunded.finally(() => catalogue.touch());
      return privateJson({ order: await orderView(now, parts, true) });
    },
    async 'POST /orders/:id/cancellation'({ c, params, person, body }) {
      const { order, asAdmin } = await liveOrderFor(log, person, params.id);
      if (asAdmin) throw notYours();
      const command = { type: 'request-cancellation', reason: body.reason } as const;
      const asked = await log.afterPayment(order.id, command, originOf(c, person));
      return privateJson({ order: await orderView(asked.order, parts, false) });
    },
    async 'POST /orders/:id/cancellation/withdrawal'({ c, params, person }) {
      const { order, asAdmin } = await liveOrderFor(log, person, params.id);
      if (asAdmin) throw notYours();
      const origin = originOf(c, person);
      const kept = await log.afterPayment(order.id, { type: 'withdraw-cancellation' }, origin);
      return privateJson({ order: await orderView(kept.order, parts, false) });
    },
    async 'DELETE /orders/:id/cancellation'({ c, params, person }) {
      const { order } = await liveOrderFor(log, person, params.id);
      const by = originOf(c, person, 'admin');
      const declined = await log.afterPayment(order.id, { type: 'decline-cancellation' }, by);
      if (declined.changed)
        await recordAudit(log.redis, by, { kind: 'order.cancellation-declined', subject: order.id });
      return privateJson({ order: await orderView(declined.order, parts, true) });
    },
  } satisfies Partial<Handlers>;
}
