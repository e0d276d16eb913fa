import type { Order } from '@karigar/bff/contracts';
import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { rereadMyOrder } from '../../shared/saved/my-orders.ts';
import { paymentAttempt } from '../../shared/saved/payment-attempt.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { useBusy } from '../../shared/ui/busy.ts';
import type { CardGateway } from './cards/card-gateway.ts';
import { preparePayment, settlePayment } from './payment-calls.ts';
import { paymentMachine } from './payment-machine.ts';

const quiet = ['unprepared', 'entering', 'paid', 'gone', 'disputed'];

/** Runs the payment machine for one order with the real server, the mounted card form and this device's memory. */
export function usePayment(order: Order) {
  const { user } = useSession();
  const gateway = useRef<CardGateway | null>(null);
  const [cardReady, setCardReady] = useState(false);
  const [attempt] = useState(() => paymentAttempt.read(order._id));
  const takeGateway = useCallback((given: CardGateway | null) => {
    gateway.current = given;
    setCardReady(given !== null);
  }, []);
  const billing = { name: order.name, email: order.email };

  const card = (): CardGateway => {
    if (gateway.current === null) throw new Error('The card form isn’t ready yet. Try again.');
    return gateway.current;
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
  useBusy('payment', !quiet.includes(String(snapshot.value)));

  return {
    snapshot,
    send,
    cardReady,
    takeGateway,
  };
}
