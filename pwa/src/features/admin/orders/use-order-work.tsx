import type { Order } from '@karigar/bff/contracts';
import type { ReactNode } from 'react';
import { ConfirmModal } from '../../../shared/ui/confirm-modal.tsx';
import { useOpened } from '../use-opened.ts';
import { asksToCancel, isDisputed, isOnHold, questionsOf } from './order-questions.ts';
import { RefundDialog } from './refund-dialog.tsx';
import type { Parcel, Shipping, Shippings } from './shipping/shipping.ts';
import { contentWords, orderWords } from './shipping/shipping-words.ts';
import { useShipping } from './shipping/use-shipping.ts';
import { type Settled, useOrderActions } from './use-order-actions.ts';

/** What an admin can do to an order; whatever cannot be taken back asks first. */
export interface OrderWork {
  /** The orders (ids) whose change is on its way. */
  busy: ReadonlySet<string>;
  /** What is being shipped and what became of it, by the order's id. */
  shippings: Shippings;
  /** What waits to be sent and can be taken back. */
  waiting: readonly Shipping[];
  /** Ships after the time of an undo; asks first where a single one is on hold. */
  ship: (parcels: readonly Parcel[]) => void;
  shipAgain: (order: Order) => void;
  undo: (orderIds: readonly string[]) => void;
  /** Takes back without a word what waits and has left or ended elsewhere. */
  drop: (orderIds: readonly string[]) => void;
  refund: (order: Order) => void;
  decline: (order: Order) => Promise<void>;
  remove: (order: Order) => void;
  /** Shows an order as the shop has answered it, and reads one (id) again. */
  settle: (order: Order) => void;
  refresh: (orderId: string) => Promise<void>;
}

/**
 * The work on orders, and the dialogs that it asks with. `onSettled` hears each order's new state, `onDone` that something was
 * done, `onRemoved` that an order is gone.
 */
export function useOrderWork({
  onSettled,
  onDone,
  onRemoved,
}: {
  onSettled: Settled;
  onDone: () => void;
  onRemoved: () => void;
}): { work: OrderWork; dialogs: ReactNode } {
  const deleting = useOpened<Order>();
  const refunding = useOpened<Order>();
  const asking = useOpened<Parcel>();
  const actions = useOrderActions(onSettled, onDone);
  const shipping = useShipping({
    onShipped: (order) => onSettled(order._id, order),
    onUnknown: (orderId) => void actions.refresh(orderId),
    onEnded: onDone,
  });
  const doomed = deleting.subject;
  const asked = asking.subject;

  const work: OrderWork = {
    ...shipping,
    busy: actions.busy,
    ship(parcels) {
      const [only] = parcels;
      if (only !== undefined && parcels.length === 1 && isOnHold(only.order)) asking.open(only);
      else shipping.ship(parcels);
    },
    refund: refunding.open,
    decline: actions.decline,
    remove: deleting.open,
    settle: (order) => onSettled(order._id, order),
    refresh: actions.refresh,
  };
  const dialogs = (
    <>
      <ConfirmModal
        opened={deleting.opened}
        danger
        title="Delete this order?"
        confirm="Delete order"
        keep="Keep the order"
        onClose={deleting.close}
        onConfirm={(close) => doomed && actions.remove(doomed, close, onRemoved)}
      >
        {doomed && (
          <>
            <bdi>{orderWords(doomed)}</bdi>: <strong>{contentWords(doomed)}</strong> for{' '}
            <bdi>{doomed.email}</bdi>.
          </>
        )}{' '}
        The items go back into stock. This cannot be undone.
      </ConfirmModal>
      <ConfirmModal
        opened={asking.opened}
        title="Ship this order anyway?"
        confirm="Ship anyway"
        onClose={asking.close}
        onConfirm={() => {
          if (!asked) return;
          const despite = {
            ...(asksToCancel(asked.order) && { despiteCancellation: true as const }),
            ...(isDisputed(asked.order) && { despiteDispute: true as const }),
          };
          shipping.ship([{ ...asked, ...despite }]);
        }}
      >
        {asked && (
          <>
            <bdi>{orderWords(asked.order)}</bdi>: <strong>{contentWords(asked.order)}</strong>.{' '}
            {questionsOf(asked.order).join(' ')}
          </>
        )}{' '}
        A shipped order can’t be cancelled. The customer will see that it has shipped.
      </ConfirmModal>
      {refunding.subject && (
        <RefundDialog
          key={refunding.openings}
          order={refunding.subject}
          opened={refunding.opened}
          onRefund={async (wish, dialog) => {
            if (refunding.subject) await actions.refund(refunding.subject, wish, dialog);
          }}
          onClose={refunding.close}
        />
      )}
    </>
  );
  return { work, dialogs };
}
