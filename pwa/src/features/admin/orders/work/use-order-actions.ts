import type { ClaimRefusal, Order, RefundRequest } from '@karigar/bff/contracts';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { call } from '../../../../shared/api/call.ts';
import { failureText } from '../../../../shared/api/failure.ts';
import type { DialogOpening } from '../../../../shared/dialog/use-dialog-work.ts';
import { messages } from '../../../../shared/messages.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { notifyFailure, notifyInfo, notifySuccess } from '../../../../shared/ui/toast.ts';
import { orNull } from '../../../../shared/writes/find-order.ts';
import { settle } from '../../../../shared/writes/settle.ts';
import type { Desk } from '../model/desk.ts';
import { moneyLeft, orderWords } from '../model/order.ts';
import type { OrderCache } from '../model/order-cache.ts';

type Claim = NonNullable<Order['claim']>;

const mutationKey = ['order'];

/** A change of an order, asked for in a dialog (`close`, `failed`) or without one; `what` as of a write. */
interface Change extends Partial<Pick<DialogOpening, 'close' | 'failed'>> {
  order: Order;
  what: string;
  /** Gives the order after the change, null where it was deleted. */
  send: () => Promise<{ order: Order | null }>;
  /** Tells by the order's present state whether the shop has made the change. */
  isDone: (now: Order | null) => boolean;
  /** The good news, or what else comes after the change; `wasOpen`: the dialog was still open. */
  done: string | ((now: Order | null, wasOpen: boolean) => void);
  /** How a failure begins that no dialog says. */
  notDone?: string;
}

/**
 * What an admin does to an order besides shipping it: delete it while it is unpaid, decide a reported payment, decline a cancellation, or refund it. Each says its
 * outcome and shows the order's new state, also after a refusal: then the screen was behind.
 */
export function useOrderActions(
  { read }: Pick<Desk, 'read'>,
  { put, refresh, readSoon }: Pick<OrderCache, 'put' | 'refresh' | 'readSoon'>,
) {
  const { mutateAsync: change } = useMutation({
    mutationKey,
    async mutationFn({
      order: { _id },
      what,
      send,
      isDone,
      done,
      notDone,
      close = () => false,
      failed = (error) => notifyFailure(`${notDone} ${failureText(error)}`),
    }: Change) {
      const find = async () => {
        const order = await orNull<Order>(read(_id));
        return isDone(order) ? { order } : null;
      };
      try {
        const { order } = await settle({ what, send, find, unknown: close });
        put(_id, order);
        const wasOpen = close();
        if (typeof done === 'string') notifySuccess(done);
        else done(order, wasOpen);
      } catch (error) {
        failed(error);
        await refresh(_id);
      }
    },
    onSettled: readSoon,
  });
  /** The orders (ids) whose change is on its way. */
  const busy: ReadonlySet<string> = new Set(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => (state.variables as Change).order._id,
    }),
  );
  const the = ({ _id: id }: Order) => ({ params: { id } });
  return {
    busy,
    decline: (order: Order) =>
      change({
        order,
        what: `the cancellation of ${orderWords(order)} was declined`,
        send: () => call('DELETE /orders/:id/cancellation', the(order)),
        isDone: (now) => now !== null && now.cancellation?.declinedAt !== null,
        done: 'Declined. The customer sees it, and the order can be shipped.',
        notDone: 'The request was not declined.',
      }),
    confirmPayment: (order: Order, { transactionId }: Claim) =>
      change({
        order,
        what: `the payment of ${orderWords(order)} was confirmed`,
        send: () =>
          call('POST /orders/:id/payment-claim/confirmation', { ...the(order), body: { transactionId } }),
        isDone: (now) => now?.transactionId === transactionId,
        done: 'Confirmed. The order is paid and can be shipped.',
        notDone: 'The payment was not confirmed.',
      }),
    refusePayment: (order: Order, { transactionId }: Claim, reason: ClaimRefusal, dialog: DialogOpening) =>
      change({
        ...dialog,
        order,
        what: `the payment of ${orderWords(order)} was marked as not found`,
        send: () =>
          call('POST /orders/:id/payment-claim/refusal', { ...the(order), body: { transactionId, reason } }),
        isDone: (now) => typeof now?.claim?.refused?.at === 'string',
        done: 'The order stays unpaid. We’ve told the customer.',
      }),
    refund: (order: Order, body: RefundRequest, dialog: DialogOpening) =>
      change({
        ...dialog,
        order,
        what: `${orderWords(order)} was refunded`,
        send: () => call('POST /orders/:id/refund', { ...the(order), body }),
        isDone: (now) => now !== null && (now.refundRequest !== null || moneyLeft(now) < moneyLeft(order)),
        done(now) {
          if (now?.refundRequest === null) notifySuccess(`Refunded ${formatMoney(moneyLeft(order))}.`);
          else notifyInfo('The payment provider has not answered yet. We’ll keep trying.');
        },
      }),
    /** `close` closes the question and tells whether it was still open; `onRemoved` is called if it was. */
    remove: (order: Order, close: () => boolean, onRemoved: () => void) =>
      change({
        order,
        close,
        what: `${orderWords(order)} was deleted`,
        send: () => call('DELETE /orders/:id', the(order)).then(() => ({ order: null })),
        isDone: (now) => now === null,
        done(_, wasOpen) {
          notifySuccess(messages.orders.deleted);
          if (wasOpen) onRemoved();
        },
        notDone: 'The order was not deleted.',
      }),
  };
}
