import { readNumber, showNumber } from '@karigar/bff/order-number';
import { Button, Group, Skeleton } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { CorrectDeliveryButton } from '../../shared/delivery/correct-delivery-button.tsx';
import { useLiveOrders } from '../../shared/live/live-orders.ts';
import { messages } from '../../shared/messages.ts';
import { openClaim } from '../../shared/orders/payment-claim.ts';
import { paths } from '../../shared/paths.ts';
import { rereadMyOrder, useMyOrder, useOrderTimeline } from '../../shared/saved/my-orders.ts';
import { putNewer } from '../../shared/saved/order-rows.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { SavedAgeNote, SavedView } from '../../shared/saved/saved-view.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { Columns } from '../../shared/ui/blocks.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { AskToTell } from './ask-to-tell.tsx';
import { CancelOrderButton } from './cancel-order-button.tsx';
import { DeleteOrderModal } from './delete-order-modal.tsx';
import { OrderAgainButton } from './order-again-button.tsx';
import { OrderByNumber } from './order-by-number.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderNextStep, OrderStanding } from './order-standing.tsx';
import { OrderTimeline, useWholeTimeline } from './order-timeline.tsx';

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
  const title = order.data ? `Your order ${showNumber(order.data.number)}` : 'Order';
  return (
    <>
      <PageTitle title={placed ? 'Your order is placed' : title} />
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
            <Group gap="sm" mb="lg" className="no-print">
              {!data.paid && (
                <Button component={Link} to={paths.payment(id)} size="md">
                  {openClaim(data) === null ? messages.orders.payNow : 'See the payment'}
                </Button>
              )}
              {uid !== undefined && (
                <CorrectDeliveryButton
                  order={data}
                  size="md"
                  onCorrected={(corrected) =>
                    void personDb(uid).write((tables) => putNewer(tables, corrected))
                  }
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
              {!data.paid && openClaim(data) === null && (
                <Button variant="subtle" color="red" size="md" onClick={() => setAsking(true)}>
                  {messages.orders.delete}
                </Button>
              )}
            </Group>
            {uid !== undefined && config?.push?.publicKey && data.status !== 'Shipped' && (
              <AskToTell uid={uid} publicKey={config.push.publicKey} paid={data.paid} />
            )}
            <Columns shares="minmax(0, 2fr) minmax(0, 1fr)" besideMenu>
              <OrderReceipt order={data} contact={contact} />
              <OrderTimeline entries={timeline} />
            </Columns>
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
