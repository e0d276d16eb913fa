import type { Order } from '@karigar/bff/contracts';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useMyOrder, useOrderTimeline } from '../../shared/saved/my-orders.ts';
import { SavedAgeNote } from '../../shared/saved/saved-age-note.tsx';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { dateTime } from '../../shared/ui/time.ts';
import { DeleteOrderModal } from './delete-order-modal.tsx';
import classes from './order-page.module.css';
import { OrderReceipt } from './order-receipt.tsx';
import { reservedText } from './order-state.ts';
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
  const title = placed ? 'Your order is placed' : 'Your order';
  return (
    <>
      <PageTitle title={order.data ? title : 'Order'} />
      <SavedView
        saved={order}
        loading={
          <div role="status" aria-label="Loading">
            <Skeleton height={360} radius="lg" />
          </div>
        }
        gone={
          <EmptyState
            text="This order is no longer there."
            link={{ to: paths.myOrders, label: messages.menu.orders }}
          />
        }
      >
        {(data) => (
          <>
            <SavedAgeNote saved={order} />
            {!data.paid && <NextStep order={data} placed={placed} />}
            <div className={`${classes.actions} no-print`}>
              {!data.paid && (
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
              {!data.paid && (
                <Button variant="subtle" color="red" size="md" onClick={() => setAsking(true)}>
                  {messages.orders.delete}
                </Button>
              )}
            </div>
            <div className={classes.columns}>
              <OrderReceipt order={data} contact={contact} />
              <OrderTimeline entries={timeline} />
            </div>
            <DeleteOrderModal
              order={asking ? data : null}
              onClose={() => setAsking(false)}
              onDeleted={() => void navigate(paths.myOrders, { replace: true })}
            />
          </>
        )}
      </SavedView>
    </>
  );
}

/** What an unpaid order waits for, and until when. */
function NextStep({ order, placed }: { order: Order; placed: boolean }) {
  const reserved = reservedText(order, Date.now(), dateTime);
  return (
    <p className={classes.next}>
      {placed ? 'The shop has taken it. Next: pay by card, then we ship.' : 'Waiting for your payment.'}{' '}
      {reserved !== null && `${reserved}.`}
    </p>
  );
}
