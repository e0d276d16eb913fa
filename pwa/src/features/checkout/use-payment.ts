import type { Order } from '@karigar/bff/contracts';
import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { call } from '../../shared/api/call.ts';
import { hasCode, isGone } from '../../shared/api/failure.ts';
import { rereadMyOrder } from '../../shared/saved/my-orders.ts';
import { paymentAttempt } from '../../shared/saved/payment-attempt.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { useBusy } from '../../shared/ui/busy.ts';
import { findOrder } from '../../shared/writes/find-order.ts';
import type { CardGateway } from './cards/card-gateway.ts';
import { type PrepareOutcome, paymentMachine, type SettleOutcome } from './payment-machine.ts';

const underWay = ['processing', 'succeeded', 'requires_capture'];

async function paidOutcome(orderId: string, intentId: string) {
  const order = await findOrder(orderId).catch(() => null);
  return { kind: 'paid' as const, transactionId: order?.transactionId ?? intentId };
}

/** Asks for the order's payment intent. Throws what the call threw when the answer decides nothing. */
export async function preparePayment(orderId: string): Promise<PrepareOutcome> {
  try {
    const { clientSecret, intentId, status } = await call('POST /create-payment-intent', {
      body: { orderId },
    });
    return underWay.includes(status)
      ? { kind: 'under-way', intentId }
      : { kind: 'payable', clientSecret, intentId };
  } catch (error) {
    if (hasCode(error, 'ORDER_PAID')) return paidOutcome(orderId, '');
    if (isGone(error)) return { kind: 'gone' };
    throw error;
  }
}

/**
 * Asks the shop what became of a payment: it asks the provider and records a success, however often it is asked.
 * Throws the error of the call when the outcome stays unknown.
 */
export async function settlePayment(orderId: string, intentId: string): Promise<SettleOutcome> {
  try {
    const body = { order: orderId, transactionId: intentId };
    await call('PATCH /orders/order/:id', { params: { id: orderId }, body });
    return paidOutcome(orderId, intentId);
  } catch (error) {
    if (hasCode(error, 'ORDER_PAID')) return paidOutcome(orderId, intentId);
    if (hasCode(error, 'PAYMENT_NOT_COMPLETED')) return { kind: 'unpaid' };
    if (hasCode(error, 'PAYMENT_PROCESSING')) return { kind: 'pending' };
    if (isGone(error)) return { kind: 'gone' };
    if (hasCode(error, 'PAYMENT_MISMATCH', 'TRANSACTION_USED')) {
      return { kind: 'conflict', message: error.message };
    }
    throw error;
  }
}

const quiet = ['unprepared', 'entering', 'paid', 'gone', 'disputed'];

/** Runs the payment machine for one order with the real server, the mounted card form and this device's memory. */
export function usePayment(order: Order) {
  const { user } = useSession();
  const [gateway, takeGateway] = useState<CardGateway | null>(null);
  const latest = useRef(gateway);
  latest.current = gateway;
  const [attempt] = useState(() => paymentAttempt.read(order._id));
  const billing = { name: order.name, email: order.email };

  const card = (): CardGateway => {
    if (latest.current === null) throw new Error('The card form isn’t ready yet. Try again.');
    return latest.current;
  };
  const [machine] = useState(() =>
    paymentMachine.provide({
      actors: {
        prepare: fromPromise(() => preparePayment(order._id)),
        createMethod: fromPromise(() => card().createMethod(billing)),
        confirm: fromPromise(({ input }) => card().confirm(input.clientSecret, input.methodId)),
        challenge: fromPromise(({ input }) => card().challenge(input.clientSecret)),
        settle: fromPromise(({ input }) => settlePayment(order._id, input.intentId)),
      },
      actions: {
        rememberAttempt: (_, { intentId }) => paymentAttempt.remember(order._id, intentId),
        forgetAttempt: () => paymentAttempt.forget(order._id),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: { attempt } });

  const { _id, paid, transactionId } = order;
  useEffect(() => {
    if (paid) send({ type: 'orderPaid', transactionId: transactionId ?? '' });
  }, [paid, transactionId, send]);

  const finished = snapshot.matches('paid');
  const uid = user?.uid;
  useEffect(() => {
    if (finished && !paid && uid !== undefined) void rereadMyOrder(uid, _id);
  }, [finished, _id, paid, uid]);
  useBusy(!quiet.includes(String(snapshot.value)));

  return { snapshot, send, cardReady: gateway !== null, takeGateway };
}
