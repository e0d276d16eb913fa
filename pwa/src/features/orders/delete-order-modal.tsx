import type { Order } from '@karigar/bff/contracts';
import { call } from '../../shared/api/call.ts';
import { failureText } from '../../shared/api/failure.ts';
import { ConfirmModal } from '../../shared/dialog/confirm-modal.tsx';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { rereadMyOrders } from '../../shared/saved/my-orders.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { formatMoney } from '../../shared/ui/money.tsx';
import { endOffers, notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { findOrder } from '../../shared/writes/find-order.ts';
import { settle } from '../../shared/writes/settle.ts';

interface DeleteOrderModalProps {
  order: Order | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an unpaid order is deleted. The shop cancels its payment first; a refusal says why. */
export function DeleteOrderModal({ order, onClose, onDeleted }: DeleteOrderModalProps) {
  const uid = useSession().user?.uid;
  const remove = async (close: () => boolean) => {
    if (order === null || uid === undefined) return;
    try {
      await settle<unknown>({
        what: `your order of ${order.quantity} × ${order.toolsName} was deleted`,
        send: () => call('DELETE /orders/:id', { params: { id: order._id } }),
        find: async () => (await findOrder(order._id)) === null || null,
        unknown: close,
      });
      endOffers(paths.payment(order._id));
      notifySuccess(messages.orders.deleted);
      if (close()) onDeleted?.();
    } catch (error) {
      notifyFailure(`The order was not deleted. ${failureText(error)}`);
    }
    void rereadMyOrders(uid);
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
      {order !== null && (
        <p>
          {order.quantity} × {order.toolsName} for {formatMoney(order.price)}. This cannot be undone.
        </p>
      )}
    </ConfirmModal>
  );
}
