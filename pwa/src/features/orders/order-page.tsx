import { readNumber } from '@karigar/bff/order-number';
import { Button, Skeleton } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { CorrectDeliveryButton } from '../../shared/delivery/correct-delivery-button.tsx';
import { useLiveOrders } from '../../shared/live/live-orders.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { rereadMyOrder, useMyOrder, useOrderTimeline } from '../../shared/saved/my-orders.ts';
import { putNewer } from '../../shared/saved/order-rows.ts';
import { onPersonDb } from '../../shared/saved/person-db.ts';
import { SavedAgeNote } from '../../shared/saved/saved-age-note.tsx';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { AskToTell } from './ask-to-tell.tsx';
import { CancelOrderButton } from './cancel-order-button.tsx';
import { DeleteOrderModal } from './delete-order-modal.tsx';
import { OrderAgainButton } from './order-again-button.tsx';
import { OrderByNumber } from './order-by-number.tsx';
import { OrderNextStep } from './order-next-step.tsx';
import classes from './order-page.module.css';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderStanding } from './order-standing.tsx';
import { shownNumber } from './order-state.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { useWholeTimeline } from './use-whole-timeline.ts';

/** One order: confirmation right after it was placed, receipt to print, and its history from the log. */
export function Component() {
  const { id = '' } = useParams();
  const number = readNumber(id);
  return number === null ? <OrderPage key={id} id={id} /> : <OrderByNumber number={number} text={id} />;
}

function OrderPage({ id }: { id: string }) {
  const { state } = useLocation() as { state: { placed?: boolean } | null };
  const navigate = useNavigate();
  const uid = useSession().user?.uid;
  const order = useMyOrder(id);
  const timeline = useOrderTimeline(id);
  useWholeTimeline(order, timeline);
  useLiveOrders(
    () => undefined,
    () => uid !== undefined && void rereadMyOrder(uid, id),
  );
  const config = useConfig();
  const contact = config?.contact;
  const standing = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const placed = state?.placed === true && order.data?.paid === false;
  const called = order.data ? shownNumber(order.data) : null;
  const title = placed ? 'Your order is placed' : called === null ? 'Your order' : `Your order ${called}`;
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
            picture="parcel"
            text="This order was deleted."
            link={{ to: paths.myOrders, label: messages.menu.orders }}
          />
        }
      >
        {(data) => (
          <>
            <SavedAgeNote saved={order} />
            <OrderNextStep order={data} placed={placed} shipping={config?.shipping} />
            <OrderStanding order={data} contact={contact} ref={standing} />
            <div className={`${classes.actions} no-print`}>
              {!data.paid && (
                <Button component={Link} to={paths.payment(id)} size="md">
                  {messages.orders.payNow}
                </Button>
              )}
              {uid !== undefined && (
                <CorrectDeliveryButton
                  order={data}
                  size="md"
                  onCorrected={(corrected) => void onPersonDb(uid, (db) => putNewer(db, corrected))}
                  onOutdated={() => void rereadMyOrder(uid, id)}
                />
              )}
              <OrderAgainButton order={data} size="md" />
              {data.paid && (
                <Button variant="default" size="md" onClick={() => window.print()}>
                  Print receipt
                </Button>
              )}
              <Button component={Link} to={paths.myOrders} variant="subtle" size="md">
                {messages.menu.orders}
              </Button>
              <CancelOrderButton order={data} onAsked={() => standing.current?.focus()} />
              {!data.paid && (
                <Button variant="subtle" color="red" size="md" onClick={() => setAsking(true)}>
                  {messages.orders.delete}
                </Button>
              )}
            </div>
            {uid !== undefined && config?.push?.publicKey && data.status !== 'Shipped' && (
              <AskToTell uid={uid} publicKey={config.push.publicKey} paid={data.paid} />
            )}
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
