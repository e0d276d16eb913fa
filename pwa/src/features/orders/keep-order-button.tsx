import type { Order } from '@karigar/bff/contracts';
import { useState } from 'react';
import { withdrawCancellation } from '../../shared/api/calls.ts';
import { failureText } from '../../shared/api/failure.ts';
import { rereadMyOrder } from '../../shared/saved/my-orders.ts';
import { putNewer } from '../../shared/saved/order-rows.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { findOrder } from '../../shared/writes/find-order.ts';
import { settle } from '../../shared/writes/settle.ts';

/** Lets a customer who has asked to cancel have the order after all, while the shop has not decided. */
export function KeepOrderButton({ order, uid }: { order: Order; uid: string }) {
  const [sending, setSending] = useState(false);
  if (order.status !== 'pending' || order.cancellation?.declinedAt !== null) return null;
  const keep = async () => {
    setSending(true);
    try {
      const kept = await settle({
        what: 'your request to cancel was taken back',
        send: () => withdrawCancellation(order._id),
        async find() {
          const now = await findOrder(order._id);
          return now?.cancellation === null ? { order: now } : null;
        },
      });
      await personDb(uid).write((tables) => putNewer(tables, kept.order));
      notifySuccess('Your order stays. We’ll ship it.');
    } catch (error) {
      notifyFailure(`Your request was not taken back. ${failureText(error)}`);
      await rereadMyOrder(uid, order._id);
    }
    setSending(false);
  };
  return (
    <LoadingButton size="md" loading={sending} onClick={() => void keep()}>
      Keep this order
    </LoadingButton>
  );
}
