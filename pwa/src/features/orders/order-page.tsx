import type { Order } from '@karigar/bff/contracts';
import { readNumber, showNumber } from '@karigar/bff/order-number';
import { Button, Group, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { getOrder } from '../../shared/api/calls.ts';
import { hasCode, isGone } from '../../shared/api/failure.ts';
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
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { AskToTell } from './ask-to-tell.tsx';
import { DeleteOrderModal } from './delete-order-modal.tsx';
import { KeepOrderButton } from './keep-order-button.tsx';
import { OrderAgainButton } from './order-again-button.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderNextStep, OrderStanding } from './order-standing.tsx';
import { mayAskToCancel } from './order-state.ts';
import { OrderTimeline, useWholeTimeline } from './order-timeline.tsx';

/** Finds the id of an order by its number: among those on the device, else at the shop. Throws a Failure. */
async function idOf(uid: string, number: number, text: string): Promise<string> {
  const saved = await personDb(uid).read(({ orders }) => orders.all());
  return saved.find((order) => order.number === number)?._id ?? (await getOrder(text))._id;
}

/**
 * Leads from the number of an order, as the code of a packing slip and people say it, to the order: an admin to where orders are worked on,
 * anybody else to the page of the order.
 */
function OrderByNumber({ number, text }: { number: number; text: string }) {
  const user = useSession().user;
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const uid = user?.uid;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn says when to ask again
  useEffect(() => {
    if (uid === undefined) return;
    let isLeft = false;
    setError(null);
    idOf(uid, number, text).then(
      (found) => isLeft || setId(found),
      (failure: unknown) => isLeft || setError(failure),
    );
    return () => {
      isLeft = true;
    };
  }, [uid, number, text, turn]);
  if (user?.admin === true) return <Navigate to={paths.managedOrder(text)} replace />;
  if (id !== null) return <Navigate to={paths.order(id)} replace />;
  return (
    <>
      <PageTitle title="Order" />
      {error === null && (
        <div role="status" aria-label="Loading">
          <Skeleton height={360} radius="lg" />
        </div>
      )}
      {isGone(error) || hasCode(error, 'FORBIDDEN') ? (
        <EmptyState
          picture="parcel"
          text={`We couldn’t find order ${text} among your orders.`}
          link={{ to: paths.myOrders, label: messages.menu.orders }}
        />
      ) : (
        error !== null && <ErrorPanel error={error} onRetry={() => setTurn(turn + 1)} />
      )}
    </>
  );
}

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
              {uid !== undefined && <KeepOrderButton order={data} uid={uid} />}
              {!data.paid && openClaim(data) === null && (
                <Button variant="subtle" color="red" size="md" onClick={() => setAsking(true)}>
                  {messages.orders.delete}
                </Button>
              )}
            </Group>
            {uid !== undefined && config?.push.publicKey && data.status !== 'Shipped' && (
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
