import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { CorrectDeliveryButton } from '../../shared/delivery/correct-delivery-button.tsx';
import { messages } from '../../shared/messages.ts';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import { paths } from '../../shared/paths.ts';
import { rereadMyOrder } from '../../shared/saved/my-orders.ts';
import { putNewer } from '../../shared/saved/order-rows.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { KeepOrderButton } from './keep-order-button.tsx';
import classes from './order-actions.module.css';
import { OrderAgainButton } from './order-again-button.tsx';
import { mayAskToCancel } from './order-state.ts';

const CancelOrderDialog = lazyPart(() => import('./cancel-order-dialog.tsx'), 'CancelOrderDialog');

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
