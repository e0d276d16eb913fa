import type { Order } from '@karigar/bff/contracts';
import { useState } from 'react';
import { deleteOrder, getOrder, shipOrder } from '../../../shared/api/calls.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { notifyFailure, notifyInfo, notifySuccess } from '../../../shared/ui/toast.ts';

/** Called with the order as the server now has it; null when it is gone. */
type Settled = (orderId: string, order: Order | null) => void;

/**
 * What an admin does to an order: ship it, or delete it while it is unpaid. Both tell the outcome in a toast, never
 * throw, and hand the order's new state to `onSettled`, also after a refusal: then the screen was behind.
 */
export function useOrderActions(onSettled: Settled) {
  /** The orders (ids) whose change is on its way. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const begin = (orderId: string) => setBusy((before) => new Set(before).add(orderId));
  const end = (orderId: string) => setBusy((before) => new Set([...before].filter((id) => id !== orderId)));

  const refresh = async (orderId: string) => {
    try {
      onSettled(orderId, await getOrder(orderId));
    } catch (error) {
      if (hasCode(error, 'ORDER_NOT_FOUND', 'ORDER_GONE', 'NOT_FOUND')) onSettled(orderId, null);
    }
  };

  const ship = async (order: Order): Promise<void> => {
    begin(order._id);
    try {
      const { modifiedCount } = await shipOrder(order._id);
      if (modifiedCount > 0) notifySuccess(messages.admin.madeShipped);
      else notifyInfo(`The order of ${order.toolsName} was shipped already.`);
    } catch (error) {
      notifyFailure(`The order was not shipped. ${failureText(error)}`);
    }
    await refresh(order._id);
    end(order._id);
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

  return { busy, ship, remove };
}
