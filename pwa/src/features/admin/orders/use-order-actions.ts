import type { Order } from '@karigar/bff/contracts';
import { useState } from 'react';
import { declineCancellation, deleteOrder, getOrder, refundOrder } from '../../../shared/api/calls.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { notifyFailure, notifyInfo, notifySuccess } from '../../../shared/ui/toast.ts';
import { moneyLeft } from './order-questions.ts';
import type { RefundWish } from './refund-dialog.tsx';

/** Called with the order as the server now has it; null when it is gone. */
export type Settled = (orderId: string, order: Order | null) => void;

/**
 * What an admin does to an order besides shipping it: delete it while it is unpaid, decline a cancellation, or give the money back. All tell
 * the outcome in a toast and hand the order's new state to `onSettled`, also after a refusal: then the screen was behind; `refresh` only
 * reads it. Only `refund` throws.
 */
export function useOrderActions(onSettled: Settled) {
  /** The orders (ids) whose change is on its way. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const begin = (orderId: string) => setBusy((before) => new Set(before).add(orderId));
  const end = (orderId: string) => setBusy((before) => new Set([...before].filter((id) => id !== orderId)));

  const refresh = async (orderId: string): Promise<void> => {
    try {
      onSettled(orderId, await getOrder(orderId));
    } catch (error) {
      if (hasCode(error, 'ORDER_NOT_FOUND', 'ORDER_GONE', 'NOT_FOUND')) onSettled(orderId, null);
    }
  };

  const decline = async (order: Order): Promise<void> => {
    begin(order._id);
    try {
      onSettled(order._id, (await declineCancellation(order._id)).order);
      notifySuccess('Declined. The customer sees it, and the order can be shipped.');
    } catch (error) {
      notifyFailure(`Nothing was declined. ${failureText(error)}`);
      await refresh(order._id);
    }
    end(order._id);
  };

  /** Throws ApiProblem or NoAnswerError when the money did not go back, or nobody knows. */
  const refund = async (order: Order, wish: RefundWish): Promise<void> => {
    begin(order._id);
    try {
      const { order: now } = await refundOrder(order._id, wish);
      onSettled(order._id, now);
      if (now.refundRequest === null) notifySuccess(`Refunded ${formatMoney(moneyLeft(order))}.`);
      else notifyInfo('The payment provider has not answered yet. The refund is asked again by itself.');
    } catch (error) {
      await refresh(order._id);
      throw error;
    } finally {
      end(order._id);
    }
  };

  /** Gives true when the order is gone, however that came about. */
  const remove = async (order: Order): Promise<boolean> => {
    begin(order._id);
    try {
      await deleteOrder(order._id);
      notifySuccess(messages.orders.deleted);
      onSettled(order._id, null);
      return true;
    } catch (error) {
      notifyFailure(`The order was not deleted. ${failureText(error)}`);
      await refresh(order._id);
      return false;
    } finally {
      end(order._id);
    }
  };

  return { busy, remove, decline, refund, refresh };
}
