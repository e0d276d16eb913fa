import { isDeleted, type OrderDocument } from '@karigar/events';
import { recordAudit } from '../audit.ts';
import { notYours } from '../http/authorisation.ts';
import { type Handlers, originOf } from '../http/call.ts';
import { idempotencyKeyOf } from '../http/request-header.ts';
import { normalEmail, type Person } from '../identity/person.ts';
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
  /** What a change answers: the order as its customer sees it, or the shop's people. */
  const toCustomer = async (order: OrderDocument) => ({ order: await orderView(order, parts, false) });
  const toStaff = async (order: OrderDocument) => ({ order: await orderView(order, parts, true) });
  /** Reads an order for what its own customer alone can do. */
  const ownOrder = async (person: Person, ref: string) => {
    const { order, asAdmin } = await liveOrderFor(log, person, ref);
    if (asAdmin) throw notYours();
    return order;
  };
  /** Refuses the payment where the body has a reason, else confirms it. */
  const decideClaim: Handlers['POST /orders/:id/payment-claim/confirmation'] = async (call) => {
    const { order } = await liveOrderFor(log, call.person, call.params.id);
    const by = originOf(call.c, call.person, 'admin');
    return toStaff(await decidePaymentByHand(payments, order.id, call.body, by));
  };
  return {
    async 'POST /orders'({ c, person, body }) {
      if (normalEmail(body.email) !== person.email) throw notYours();
      const request = [c.get('requestId'), idempotencyKeyOf(c)] as const;
      const { order, repeated } = await placeOrder(parts, person, body, ...request);
      parts.onAppend(repeated ? 'repeated' : 'accepted');
      catalogue.touch();
      return { insertedId: order.id, repeated, ...(await toCustomer(order)) };
    },
    async 'GET /orders/order/:id'({ params, person }) {
      const { order, asAdmin } = await liveOrderFor(log, person, params.id);
      return orderView(order, parts, asAdmin);
    },
    async 'GET /orders/order/:id/events'({ params, person }) {
      const { order, asAdmin } = await orderFor(log, person, params.id);
      const [history, isStaff] = await Promise.all([log.history(order.id), asAdmin || person.may('admin')]);
      const uids = history.flatMap(({ actor }) => staffIn(actor) ?? []);
      const staff = isStaff ? await parts.users.emailsOf(uids) : null;
      return orderTimeline(parts.personal, history, staff);
    },
    async 'PATCH /orders/order/:id'({ c, params, person, body }) {
      const { order, asAdmin } = await orderFor(log, person, params.id);
      const origin = originOf(c, person, asAdmin ? 'admin' : 'user');
      const { changed } = await claimPayment(payments, order, body.transactionId, origin, person);
      return { modifiedCount: changed ? 1 : 0 };
    },
    async 'DELETE /orders/:id'({ c, params, person }) {
      const { order, asAdmin } = await orderFor(log, person, params.id);
      if (isDeleted(order)) return { deletedCount: 0 };
      const reason = asAdmin ? 'shop' : 'customer';
      const origin = originOf(c, person, asAdmin ? 'admin' : 'user');
      const { changed } = await deleteOrder(payments, order.id, reason, origin);
      catalogue.touch();
      if (changed && asAdmin)
        await recordAudit(log.redis, origin, { kind: 'order.deleted', subject: order.id });
      return { deletedCount: changed ? 1 : 0 };
    },
    async 'POST /orders/:id/payment-claim'({ c, params, person, body }) {
      const { id } = await ownOrder(person, params.id);
      return toCustomer(await claimPaymentByHand(payments, id, body, originOf(c, person)));
    },
    'POST /orders/:id/payment-claim/confirmation': decideClaim,
    'POST /orders/:id/payment-claim/refusal': decideClaim,
    async 'POST /orders/:id/refund'({ c, params, person, body }) {
      const { order } = await liveOrderFor(log, person, params.id);
      const by = originOf(c, person, 'admin');
      const refunded =
        order.paidWay === null
          ? refundOrder(payments, order.id, body, by)
          : refundByHand(payments, order, body, by);
      // Pieces may have returned to stock, also when the refund failed afterwards.
      return toStaff(await refunded.finally(() => catalogue.touch()));
    },
    async 'POST /orders/:id/cancellation'({ c, params, person, body }) {
      const { id } = await ownOrder(person, params.id);
      const command = { type: 'request-cancellation', ...body } as const;
      return toCustomer((await log.afterPayment(id, command, originOf(c, person))).order);
    },
    async 'POST /orders/:id/cancellation/withdrawal'({ c, params, person }) {
      const { id } = await ownOrder(person, params.id);
      const command = { type: 'withdraw-cancellation' } as const;
      return toCustomer((await log.afterPayment(id, command, originOf(c, person))).order);
    },
    async 'DELETE /orders/:id/cancellation'({ c, params, person }) {
      const { order } = await liveOrderFor(log, person, params.id);
      const by = originOf(c, person, 'admin');
      const declined = await log.afterPayment(order.id, { type: 'decline-cancellation' }, by);
      if (declined.changed)
        await recordAudit(log.redis, by, { kind: 'order.cancellation-declined', subject: order.id });
      return toStaff(declined.order);
    },
  } satisfies Partial<Handlers>;
}
