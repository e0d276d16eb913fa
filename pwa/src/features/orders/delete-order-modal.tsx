import type { Order } from '@karigar/bff/contracts';
import { useEffect, useRef } from 'react';
import { deleteOrder } from '../../shared/api/calls.ts';
import { failureText } from '../../shared/api/failure.ts';
import { messages } from '../../shared/messages.ts';
import { rereadMyOrders } from '../../shared/saved/my-orders.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { ConfirmModal } from '../../shared/ui/confirm-modal.tsx';
import { formatMoney } from '../../shared/ui/money.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';

interface DeleteOrderModalProps {
  order: Order | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an unpaid order is deleted. The shop cancels its payment first; a refusal says why. */
export function DeleteOrderModal({ order, onClose, onDeleted }: DeleteOrderModalProps) {
  const uid = useSession().user?.uid;
  // While the modal fades out it still names the order that it was about.
  const named = useRef<Order | null>(null);
  useEffect(() => {
    if (order !== null) named.current = order;
  }, [order]);
  const shown = order ?? named.current;

  const remove = async () => {
    if (order === null) return;
    try {
      await deleteOrder(order._id);
      void notifySuccess(messages.orders.deleted);
      onDeleted?.();
    } catch (error) {
      void notifyFailure(failureText(error));
    }
    if (uid !== undefined) await rereadMyOrders(uid);
  };

  return (
    <ConfirmModal
      opened={order !== null}
      title="Delete this order?"
      confirm={messages.orders.delete}
      keep="Keep the order"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      {shown !== null && (
        <p>
          {shown.quantity} × {shown.toolsName} for {formatMoney(shown.price)}. This cannot be undone.
        </p>
      )}
    </ConfirmModal>
  );
}
