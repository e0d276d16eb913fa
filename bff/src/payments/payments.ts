import { randomUUID } from 'node:crypto';
import { isDeleted, OrderRejectedError } from '@karigar/events';
import { actorOf } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { claimPayment } from './claim-payment.ts';
import { deleteOrder } from './delete-order.ts';
import { openIntentFor, openUnboundIntent } from './open-intent.ts';
import { expireUnpaid, reconcile, tellUnboundPayments } from './payment-chores.ts';
import type { GatewayIntent } from './payment-gateway.ts';
import type { Cause, PaymentParts } from './payment-parts.ts';
import type { PaymentPort } from './payment-port.ts';
import { takeMessage } from './take-message.ts';

/** Payments as the rest of the server and the operator's commands use them. */
export interface Payments extends PaymentPort {
  /** See `reconcile` in payment-chores.ts. */
  reconcile(since: number, cause: Cause, signal?: AbortSignal): Promise<number>;
  /** See `expireUnpaid` in payment-chores.ts. */
  expireUnpaid(placedBefore: number, reason: string, cause: Cause, signal?: AbortSignal): Promise<number>;
  /** See `tellUnboundPayments` in payment-chores.ts. */
  tellUnbound(now: number, afterMs?: number): Promise<number>;
}

/** Puts the payment room together. */
export function createPayments(parts: PaymentParts): Payments {
  const { log, guard } = parts;
  return {
    async createIntent({ person, orderId, price, correlationId }) {
      await guard.check(person.uid);
      const cause = { actor: `user:${person.uid}`, correlationId };
      if (orderId === undefined) {
        if (price === undefined) throw new ProblemError('INVALID', 'Send orderId, or price');
        return answer(await openUnboundIntent(parts, person.uid, price, randomUUID()));
      }
      const order = await log.order(orderId);
      if (order === null) throw new OrderRejectedError('ORDER_NOT_FOUND');
      if (order.uid !== person.uid) throw new ProblemError('FORBIDDEN', 'This is not your order.');
      if (isDeleted(order)) throw new OrderRejectedError('ORDER_GONE');
      return answer(await openIntentFor(parts, orderId, cause));
    },
    async claimPaid({ orderId, transactionId, person, correlationId }) {
      const order = await log.order(orderId);
      const actor = actorOf(person, order !== null && order.uid !== person.uid);
      return claimPayment(parts, orderId, transactionId, { actor, correlationId });
    },
    deleteOrder: ({ orderId, reason, actor, correlationId }) =>
      deleteOrder(parts, orderId, reason, { actor, correlationId }),
    webhook: (body, signature) => takeMessage(parts, body, signature),
    reconcile: (since, cause, signal) => reconcile(parts, since, cause, signal),
    expireUnpaid: (placedBefore, reason, cause, signal) =>
      expireUnpaid(parts, placedBefore, reason, cause, signal),
    tellUnbound: (now, afterMs) => tellUnboundPayments(parts, now, afterMs),
  };
}

const answer = (intent: GatewayIntent) => ({
  clientSecret: intent.clientSecret,
  intentId: intent.id,
  status: intent.status,
});
