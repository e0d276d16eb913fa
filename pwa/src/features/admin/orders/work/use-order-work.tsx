import type { Order } from '@karigar/bff/contracts';
import { Text } from '@mantine/core';
import { call } from '../../../../shared/api/call.ts';
import { ConfirmModal } from '../../../../shared/dialog/confirm-modal.tsx';
import { ReasonDialog } from '../../../../shared/dialog/reason-dialog.tsx';
import { messages } from '../../../../shared/messages.ts';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import { notifyInfo, notifySuccess } from '../../../../shared/ui/toast.ts';
import { useOverlay } from '../../use-overlay.tsx';
import type { Desk } from '../model/desk.ts';
import {
  asksToCancel,
  claimRefusalWords,
  contentWords,
  isDisputed,
  isOnHold,
  moneyLeft,
  orderWords,
  questionsOf,
} from '../model/order.ts';
import type { OrderCache } from '../model/order-cache.ts';
import type { Parcel } from '../shipping/shipping.ts';
import { useShipping } from '../shipping/use-shipping.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useOrderChange } from './use-order-change.ts';

type Claim = NonNullable<Order['claim']>;

/** What can be done to an order. */
export type OrderWork = ReturnType<typeof useOrderWork>['work'];

/**
 * What can be done to an order: it is shipped, deleted while it is unpaid, or refunded, its reported payment is decided, or its cancellation declined.
 * Whatever cannot be taken back asks first, in `overlay`. `onRemoved` is called when an order was deleted.
 */
export function useOrderWork(desk: Desk, cache: OrderCache, onRemoved: () => void) {
  const { open, overlay } = useOverlay();
  const { change, busy } = useOrderChange(desk, cache);
  const shipping = useShipping(desk, cache);
  const the = ({ _id: id }: Order) => ({ params: { id } });
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
    busy,
    refresh: cache.refresh,
    /** Shows an order as the shop has answered it. */
    settle: (order: Order): void => cache.put(order._id, order),
    /** Ships after the time of an undo; asks first where a single one is on hold. */
    ship(parcels: readonly Parcel[]): void {
      const [only] = parcels;
      if (only !== undefined && parcels.length === 1 && isOnHold(only.order)) shipAnyway(only);
      else shipping.ship(parcels);
    },
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
    refusePayment: (order: Order, { transactionId }: Claim): void =>
      open((dialog) => (
        <ReasonDialog
          {...dialog}
          title="Payment not found?"
          label="Reason"
          words={claimRefusalWords}
          first="not-found"
          offline="You need to be online to decide about a payment."
          notDone="The payment was not marked as not found."
          confirm="Not found"
          danger
          onConfirm={(reason, opening) =>
            change({
              ...opening,
              order,
              what: `the payment of ${orderWords(order)} was marked as not found`,
              send: () =>
                call('POST /orders/:id/payment-claim/refusal', {
                  ...the(order),
                  body: { transactionId, reason },
                }),
              isDone: (now) => typeof now?.claim?.refused?.at === 'string',
              done: 'The order stays unpaid. We’ve told the customer.',
            })
          }
        >
          <Text>
            <bdi>{orderWords(order)}</bdi> stays unpaid. The customer is told, and can send another
            transaction ID.
          </Text>
        </ReasonDialog>
      )),
    refund: (order: Order): void =>
      open((dialog) => (
        <RefundDialog
          {...dialog}
          order={order}
          onRefund={(body, opening) =>
            change({
              ...opening,
              order,
              what: `${orderWords(order)} was refunded`,
              send: () => call('POST /orders/:id/refund', { ...the(order), body }),
              isDone: (now) =>
                now !== null && (now.refundRequest !== null || moneyLeft(now) < moneyLeft(order)),
              done(now) {
                if (now?.refundRequest === null) notifySuccess(`Refunded ${formatMoney(moneyLeft(order))}.`);
                else notifyInfo('The payment provider has not answered yet. We’ll keep trying.');
              },
            })
          }
        />
      )),
    remove: (order: Order): void =>
      open((dialog) => (
        <ConfirmModal
          {...dialog}
          danger
          title="Delete this order?"
          confirm="Delete order"
          keep="Keep the order"
          onConfirm={(close) =>
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
            })
          }
        >
          <bdi>{orderWords(order)}</bdi>: <strong>{contentWords(order)}</strong> for <bdi>{order.email}</bdi>.
          The items go back into stock. This cannot be undone.
        </ConfirmModal>
      )),
  };
  return { work, overlay };
}
