import type { ClaimRefusal, Order } from '@karigar/bff/contracts';
import { useMutation, useMutationState } from '@tanstack/react-query';
import {
  confirmReported,
  declineCancellation,
  deleteOrder,
  refundOrder,
  refuseReported,
} from '../../../../shared/api/calls.ts';
import { failureText } from '../../../../shared/api/failure.ts';
import type { DialogOpening } from '../../../../shared/dialog/use-dialog-work.ts';
import { messages } from '../../../../shared/messages.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { notifyFailure, notifyInfo, notifySuccess } from '../../../../shared/ui/toast.ts';
import { findOrder } from '../../../../shared/writes/find-order.ts';
import { settle, type Write } from '../../../../shared/writes/settle.ts';
import type { OrderCache } from '../model/order-cache.ts';
import { moneyLeft } from '../model/order-questions.ts';
import { orderWords } from '../model/order-words.ts';
import type { RefundWish } from './refund-dialog.tsx';

type Claim = NonNullable<Order['claim']>;

/** An order after a change; null when it was deleted. */
interface Changed {
  order: Order | null;
}

const mutationKey = ['order'];

/** A change of an order. `isDone` tells by the order's present state whether the shop has made it. */
interface Change extends Omit<Write<Changed>, 'find'> {
  order: Order;
  isDone: (now: Order | null) => boolean;
  done: (now: Order | null) => void;
  failed: (error: unknown) => void;
}

/**
 * What an admin does to an order besides shipping it: delete it while it is unpaid, decide a reported payment, decline a cancellation, or refund it. Each says its
 * outcome and shows the order's new state, also after a refusal: then the screen was behind.
 */
export function useOrderActions({ put, readSoon }: Pick<OrderCache, 'put' | 'readSoon'>) {
  /** Reads one order (id) again. */
  const refresh = async (orderId: string): Promise<void> => {
    const now = await findOrder(orderId).catch(() => undefined);
    if (now !== undefined) put(orderId, now);
  };
  const { mutateAsync: change } = useMutation({
    mutationKey,
    async mutationFn({ order: { _id }, isDone, done, failed, ...write }: Change) {
      const find = async () => {
        const order = await findOrder(_id);
        return isDone(order) ? { order } : null;
      };
      try {
        const { order } = await settle<Changed>({ ...write, find });
        put(_id, order);
        done(order);
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

  const decline = (order: Order): Promise<void> =>
    change({
      order,
      what: `the cancellation of ${orderWords(order)} was declined`,
      send: () => declineCancellation(order._id),
      isDone: (now) => now !== null && now.cancellation?.declinedAt !== null,
      done: () => notifySuccess('Declined. The customer sees it, and the order can be shipped.'),
      failed: (error) => notifyFailure(`The request was not declined. ${failureText(error)}`),
    });

  const confirmPayment = (order: Order, { transactionId }: Claim): Promise<void> =>
    change({
      order,
      what: `the payment of ${orderWords(order)} was confirmed`,
      send: () => confirmReported(order._id, transactionId),
      isDone: (now) => now?.transactionId === transactionId,
      done: () => notifySuccess('Confirmed. The order is paid and can be shipped.'),
      failed: (error) => notifyFailure(`The payment was not confirmed. ${failureText(error)}`),
    });

  const refusePayment = (
    order: Order,
    { transactionId }: Claim,
    reason: ClaimRefusal,
    dialog: DialogOpening,
  ): Promise<void> =>
    change({
      order,
      what: `the payment of ${orderWords(order)} was marked as not found`,
      send: () => refuseReported(order._id, transactionId, reason),
      isDone: (now) => typeof now?.claim?.refused?.at === 'string',
      unknown: dialog.close,
      done() {
        dialog.close();
        notifySuccess('The order stays unpaid. We’ve told the customer.');
      },
      failed: dialog.failed,
    });

  const refund = (order: Order, wish: RefundWish, dialog: DialogOpening): Promise<void> =>
    change({
      order,
      what: `${orderWords(order)} was refunded`,
      send: () => refundOrder(order._id, wish),
      isDone: (now) => now !== null && (now.refundRequest !== null || moneyLeft(now) < moneyLeft(order)),
      unknown: dialog.close,
      done(now) {
        dialog.close();
        if (now?.refundRequest === null) notifySuccess(`Refunded ${formatMoney(moneyLeft(order))}.`);
        else notifyInfo('The payment provider has not answered yet. We’ll keep trying.');
      },
      failed: dialog.failed,
    });

  /** `close` closes the question and tells whether it was still open; `onRemoved` is called if it was. */
  const remove = (order: Order, close: () => boolean, onRemoved: () => void): Promise<void> =>
    change({
      order,
      what: `${orderWords(order)} was deleted`,
      send: () => deleteOrder(order._id).then(() => ({ order: null })),
      isDone: (now) => now === null,
      unknown: close,
      done() {
        notifySuccess(messages.orders.deleted);
        if (close()) onRemoved();
      },
      failed: (error) => notifyFailure(`The order was not deleted. ${failureText(error)}`),
    });

  return { busy, remove, decline, confirmPayment, refusePayment, refund, refresh };
}
