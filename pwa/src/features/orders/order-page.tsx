import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useMyOrder, useOrderTimeline } from '../../shared/saved/my-orders.ts';
import { SavedCopyNote } from '../../shared/saved/saved-copy-note.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { dateTime } from '../../shared/ui/time.ts';
import { DeleteOrderModal } from './delete-order-modal.tsx';
import { reservedText } from './order-list.ts';
import classes from './order-page.module.css';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { useWholeTimeline } from './use-whole-timeline.ts';

/** One order: confirmation right after it was placed, receipt to print, and its history from the log. */
export function Component() {
  const { id = '' } = useParams();
  const { state } = useLocation() as { state: { placed?: boolean } | null };
  const navigate = useNavigate();
  const order = useMyOrder(id);
  const timeline = useOrderTimeline(id);
  useWholeTimeline(order, timeline);
  const contact = useConfig()?.contact;
  const [asking, setAsking] = useState(false);
  const placed = state?.placed === true && order.data?.paid === false;

  if (order.data === undefined) {
    return (
      <>
        <PageTitle title="Order" />
        {order.failure === null ? (
          <div role="status" aria-label="Loading">
            <Skeleton height={360} radius="lg" />
          </div>
        ) : (
          <ErrorPanel
            error={order.failure}
            onRetry={() => void order.refresh()}
            retrying={order.refreshing}
          />
        )}
      </>
    );
  }
  if (order.data === null) {
    return (
      <>
        <PageTitle title="Order" />
        <EmptyState text="This order is no longer there.">
          <Button component={Link} to={paths.myOrders}>
            {messages.menu.orders}
          </Button>
        </EmptyState>
      </>
    );
  }
  const { paid } = order.data;
  const reserved = reservedText(order.data, Date.now(), dateTime);
  return (
    <>
      <PageTitle title={placed ? 'Your order is placed' : 'Your order'} />
      <SavedCopyNote saved={order} />
      {!paid && (
        <p className={classes.next}>
          {placed ? 'The shop has taken it. Next: pay by card, then we ship.' : 'Waiting for your payment.'}{' '}
          {reserved !== null && `${reserved}.`}
        </p>
      )}
      <div className={`${classes.actions} no-print`}>
        {!paid && (
          <Button component={Link} to={paths.payment(id)} size="md">
            {messages.orders.payNow}
          </Button>
        )}
        <Button variant="default" size="md" onClick={() => window.print()}>
          Print receipt
        </Button>
        <Button component={Link} to={paths.myOrders} variant="subtle" size="md">
          {messages.menu.orders}
        </Button>
        {!paid && (
          <Button variant="subtle" color="red" size="md" onClick={() => setAsking(true)}>
            {messages.orders.delete}
          </Button>
        )}
      </div>
      <div className={classes.columns}>
        <OrderReceipt order={order.data} contact={contact} />
        <OrderTimeline entries={timeline} />
      </div>
      <DeleteOrderModal
        order={asking ? order.data : null}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate(paths.myOrders, { replace: true })}
      />
    </>
  );
}
