import type { Order } from '@karigar/bff/contracts';
import { useState } from 'react';
import { declineCancellation, deleteOrder, refundOrder } from '../../../shared/api/calls.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { notifyFailure, notifyInfo, notifySuccess } from '../../../shared/ui/toast.ts';
import type { DialogOpening } from '../../../shared/ui/use-dialog-work.ts';
import { findOrder } from '../../../shared/writes/find-order.ts';
import { settle, type Write } from '../../../shared/writes/settle.ts';
import { moneyLeft } from './order-questions.ts';
import type { RefundWish } from './refund-dialog.tsx';
import { orderWords } from './shipping/shipping-words.ts';

/** Called with the order as the server now has it; null when it is gone. */
export type Settled = (orderId: string, order: Order | null) => void;

/**
 * What an admin does to an order besides shipping it: delete it while it is unpaid, decline a cancellation, or give the money back. Each tells
 * its outcome and hands the order's new state to `onSettled`, also after a refusal: then the screen was behind; `refresh` only reads it.
 * `onDone` is called after each.
 */
export function useOrderActions(onSettled: Settled, onDone: () => void) {
  /** The orders (ids) whose change is on its way. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  const refresh = async (orderId: string): Promise<void> => {
    const now = await findOrder(orderId).catch(() => undefined);
    if (now !== undefined) onSettled(orderId, now);
  };

  const change = async <T>({ _id }: Order, write: Write<T>): Promise<void> => {
    setBusy((before) => new Set(before).add(_id));
    await settle({
      ...write,
      async failed(error) {
        write.failed(error);
        await refresh(_id);
      },
    });
    setBusy((before) => new Set([...before].filter((id) => id !== _id)));
    onDone();
  };

  /** The order as the shop has it, where it `fits`. */
  const findChanged = (id: string, fits: (now: Order) => boolean) => async () => {
    const now = await findOrder(id);
    return now !== null && fits(now) ? { order: now } : null;
  };

  const decline = (order: Order): Promise<void> =>
    change(order, {
      what: `the cancellation of ${orderWords(order)} was declined`,
      send: () => declineCancellation(order._id),
      find: findChanged(order._id, ({ cancellation }) => cancellation?.declinedAt !== null),
      done(answer) {
        onSettled(order._id, answer.order);
        void notifySuccess('Declined. The customer sees it, and the order can be shipped.');
      },
      failed: (error) => notifyFailure(`The request was not declined. ${failureText(error)}`),
    });

  const refund = (order: Order, wish: RefundWish, dialog: DialogOpening): Promise<void> =>
    change(order, {
      what: `${orderWords(order)} was refunded`,
      send: () => refundOrder(order._id, wish),
      find: findChanged(order._id, (now) => now.refundRequest !== null || moneyLeft(now) < moneyLeft(order)),
      unknown: dialog.close,
      done({ order: now }) {
        dialog.close();
        onSettled(order._id, now);
        if (now.refundRequest === null) void notifySuccess(`Refunded ${formatMoney(moneyLeft(order))}.`);
        else void notifyInfo('The payment provider has not answered yet. We’ll keep trying.');
      },
      failed: dialog.failed,
    });

  /** `close` closes the question and tells whether it was still there; `onRemoved` is called while it was. */
  const remove = (order: Order, close: () => boolean, onRemoved: () => void): Promise<void> =>
    change<unknown>(order, {
      what: `${orderWords(order)} was deleted`,
      send: () => deleteOrder(order._id),
      find: async () => (await findOrder(order._id)) === null || null,
      unknown: close,
      done() {
        void notifySuccess(messages.orders.deleted);
        onSettled(order._id, null);
        if (close()) onRemoved();
      },
      failed: (error) => notifyFailure(`The order was not deleted. ${failureText(error)}`),
    });

  return { busy, remove, decline, refund, refresh };
}
