import type { Order } from '@karigar/bff/contracts';
import { Text } from '@mantine/core';
import { ConfirmModal } from '../../../../shared/dialog/confirm-modal.tsx';
import { ReasonDialog } from '../../../../shared/dialog/reason-dialog.tsx';
import { useOverlay } from '../../use-overlay.tsx';
import type { Desk } from '../model/desk.ts';
import {
  asksToCancel,
  claimRefusalWords,
  contentWords,
  isDisputed,
  isOnHold,
  orderWords,
  questionsOf,
} from '../model/order.ts';
import type { OrderCache } from '../model/order-cache.ts';
import type { Parcel } from '../shipping/shipping.ts';
import { useShipping } from '../shipping/use-shipping.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useOrderActions } from './use-order-actions.ts';

/** What can be done to an order. */
export type OrderWork = ReturnType<typeof useOrderWork>['work'];

/** What can be done to an order; whatever cannot be taken back asks first, in `overlay`. `onRemoved` is called when an order was deleted. */
export function useOrderWork(desk: Desk, cache: OrderCache, onRemoved: () => void) {
  const { open, overlay } = useOverlay();
  const { refund, refusePayment, remove, ...actions } = useOrderActions(desk, cache);
  const shipping = useShipping(desk, cache);
  const shipAnyway = ({ order, ...how }: Parcel) =>
    open((dialog) => (
      <ConfirmModal
        {...dialog}
        title="Ship this order anyway?"
        confirm="Ship anyway"
        onConfirm={() =>
          shipping.ship([
            {
              order,
              ...how,
              ...(asksToCancel(order) && { despiteCancellation: true as const }),
              ...(isDisputed(order) && { despiteDispute: true as const }),
            },
          ])
        }
      >
        <bdi>{orderWords(order)}</bdi>: <strong>{contentWords(order)}</strong>. {questionsOf(order).join(' ')}{' '}
        A shipped order can’t be cancelled. The customer will see that it has shipped.
      </ConfirmModal>
    ));
  const work = {
    ...shipping,
    ...actions,
    /** Ships after the time of an undo; asks first where a single one is on hold. */
    ship(parcels: readonly Parcel[]): void {
      const [only] = parcels;
      if (only !== undefined && parcels.length === 1 && isOnHold(only.order)) shipAnyway(only);
      else shipping.ship(parcels);
    },
    refusePayment: (order: Order, claim: NonNullable<Order['claim']>): void =>
      open((dialog) => (
        <ReasonDialog
          {...dialog}
          title="Payment not found?"
          label="Reason"
          words={claimRefusalWords}
          first="not-found"
          missing="Choose a reason."
          offline="You need to be online to decide about a payment."
          notDone="The payment was not marked as not found."
          keep="Cancel"
          confirm="Not found"
          danger
          onConfirm={(reason, opening) => refusePayment(order, claim, reason, opening)}
        >
          <Text>
            <bdi>{orderWords(order)}</bdi> stays unpaid. The customer is told, and can send another
            transaction ID.
          </Text>
        </ReasonDialog>
      )),
    refund: (order: Order): void =>
      open((dialog) => (
        <RefundDialog {...dialog} order={order} onRefund={(wish, opening) => refund(order, wish, opening)} />
      )),
    remove: (order: Order): void =>
      open((dialog) => (
        <ConfirmModal
          {...dialog}
          danger
          title="Delete this order?"
          confirm="Delete order"
          keep="Keep the order"
          onConfirm={(close) => remove(order, close, onRemoved)}
        >
          <bdi>{orderWords(order)}</bdi>: <strong>{contentWords(order)}</strong> for <bdi>{order.email}</bdi>.
          The items go back into stock. This cannot be undone.
        </ConfirmModal>
      )),
    /** Shows an order as the shop has answered it. */
    settle: (order: Order): void => cache.put(order._id, order),
    refresh: cache.refresh,
  };
  return { work, overlay };
}
