import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { call } from '../../shared/api/call.ts';
import { failureText } from '../../shared/api/failure.ts';
import { CorrectDeliveryButton } from '../../shared/delivery/correct-delivery-button.tsx';
import { messages } from '../../shared/messages.ts';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import { paths } from '../../shared/paths.ts';
import { changeMyOrder, rereadMyOrder } from '../../shared/saved/my-orders.ts';
import { putNewer } from '../../shared/saved/order-rows.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { OrderAgainButton } from './order-again-button.tsx';
import classes from './order-page.module.css';
import { mayAskToCancel } from './order-state.ts';

const CancelOrderDialog = lazyPart(() => import('./cancel-order-dialog.tsx'), 'CancelOrderDialog');

/** Lets a customer who has asked to cancel have the order after all, while the shop has not decided. */
function KeepOrderButton({ order, uid }: { order: Order; uid: string }) {
  const [sending, setSending] = useState(false);
  const keep = async () => {
    setSending(true);
    try {
      await changeMyOrder(uid, order._id, {
        what: 'your request to cancel was taken back',
        send: () => call('POST /orders/:id/cancellation/withdrawal', { params: { id: order._id } }),
        isDone: ({ cancellation }) => cancellation === null,
      });
      notifySuccess('Your order stays. We’ll ship it.');
    } catch (error) {
      notifyFailure(`Your request was not taken back. ${failureText(error)}`);
    }
    setSending(false);
  };
  return (
    <LoadingButton size="md" loading={sending} onClick={() => void keep()}>
      Keep this order
    </LoadingButton>
  );
}

/** Lets the customer of a paid order ask the shop not to send it, while the shop can still decide; `onAsked` when it knows. */
function CancelOrderButton({ order, onAsked }: { order: Order; onAsked: () => void }) {
  const [opened, setOpened] = useState(false);
  const [askedAt, setAskedAt] = useState(0);
  // News of the order must not take the dialog away from the person who is in it.
  if (askedAt === order.version || !(mayAskToCancel(order) || opened)) return null;
  return (
    <>
      <Button variant="default" size="md" onClick={() => setOpened(true)}>
        Request cancellation
      </Button>
      <CancelOrderDialog
        order={order}
        opened={opened}
        onAsked={() => {
          // The focus can leave the dialog once it is closed.
          flushSync(() => {
            setAskedAt(order.version);
            setOpened(false);
          });
          onAsked();
        }}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

interface OrderActionsProps {
  order: Order;
  /** Whose order it is. */
  uid: string;
  /** The shop has been asked to cancel. */
  onAsked: () => void;
  onDelete: () => void;
}

/** What the customer can do with an order: first what it waits for, then the rest. On a phone that is one wide button above a list. */
export function OrderActions({ order, uid, onAsked, onDelete }: OrderActionsProps) {
  const waits = order.cancellation?.declinedAt === null && order.status === 'pending';
  const again = <OrderAgainButton order={order} size="md" variant={waits ? 'default' : 'filled'} />;
  return (
    <ul className={`${classes.actions} no-print`}>
      <li>
        {!order.paid && (
          <Button component={Link} to={paths.payment(order._id)} size="md">
            {openClaim(order) === null ? messages.orders.payNow : 'See the payment'}
          </Button>
        )}
        {waits ? <KeepOrderButton order={order} uid={uid} /> : again}
      </li>
      <li>
        <CorrectDeliveryButton
          order={order}
          size="md"
          onCorrected={(corrected) => void personDb(uid).write((tables) => putNewer(tables, corrected))}
          onOutdated={() => void rereadMyOrder(uid, order._id)}
        />
      </li>
      <li>{waits && again}</li>
      <li>
        {order.paid && (
          <Button variant="default" size="md" onClick={() => window.print()}>
            Print receipt
          </Button>
        )}
      </li>
      <li>
        <CancelOrderButton order={order} onAsked={onAsked} />
      </li>
      <li>
        <Button component={Link} to={paths.myOrders} variant="subtle" size="md">
          {messages.menu.orders}
        </Button>
      </li>
      <li>
        {!order.paid && openClaim(order) === null && (
          <Button variant="subtle" color="red" size="md" onClick={onDelete}>
            {messages.orders.delete}
          </Button>
        )}
      </li>
    </ul>
  );
}
