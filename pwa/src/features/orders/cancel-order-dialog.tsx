import type { CancellationReason, Order } from '@karigar/bff/contracts';
import { Text } from '@mantine/core';
import { call } from '../../shared/api/call.ts';
import { hasCode } from '../../shared/api/failure.ts';
import { ReasonDialog } from '../../shared/dialog/reason-dialog.tsx';
import type { DialogOpening } from '../../shared/dialog/use-dialog-work.ts';
import { cancellationWords } from '../../shared/orders/cancellation-words.ts';
import { changeMyOrder } from '../../shared/saved/my-orders.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { formatMoney } from '../../shared/ui/money.tsx';

/** What the shop says when the order has gone on meanwhile: there is nothing left to ask. */
const isTooLate = (error: unknown): boolean =>
  hasCode(error, 'ORDER_SHIPPED', 'ORDER_REFUNDED', 'REFUND_PENDING', 'ORDER_NOT_FOUND', 'ORDER_GONE');

interface CancelOrderDialogProps {
  order: Order;
  opened: boolean;
  /** The shop knows, and so does the device. */
  onAsked: () => void;
  onClose: () => void;
}

/**
 * Asks why an order is to be cancelled and tells the shop, which decides. It needs the network, because the order may leave
 * at any moment.
 */
export function CancelOrderDialog({ order, opened, onAsked, onClose }: CancelOrderDialogProps) {
  const uid = useSession().user?.uid;
  if (uid === undefined) return null;
  const ask = async (reason: CancellationReason, dialog: DialogOpening) => {
    try {
      await changeMyOrder(uid, order._id, {
        what: `your request to cancel ${order.quantity} × ${order.toolsName} was sent`,
        send: () => call('POST /orders/:id/cancellation', { params: { id: order._id }, body: { reason } }),
        isDone: ({ cancellation }) => cancellation !== null,
        unknown: dialog.close,
      });
      onAsked();
    } catch (error) {
      if (isTooLate(error)) dialog.close();
      dialog.failed(error);
    }
  };
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Request cancellation of this order?"
      label="Why do you want to cancel?"
      words={cancellationWords}
      offline="You need to be online to request a cancellation."
      notDone="Your request was not sent."
      keep="Keep the order"
      confirm="Request cancellation"
      onConfirm={ask}
    >
      <Text>
        {order.quantity} × {order.toolsName} for {formatMoney(order.price)}. We’ll review your request. If we
        can still cancel the order, we’ll refund {order.paidWay === null ? 'your card' : 'you'}.
      </Text>
    </ReasonDialog>
  );
}
