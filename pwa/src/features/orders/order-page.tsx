import { readNumber, showNumber } from '@karigar/bff/order-number';
import { keepUnits } from '@karigar/bff/page-words';
import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { getOrder } from '../../shared/api/calls.ts';
import { hasCode, isGone } from '../../shared/api/failure.ts';
import { useLiveOrders } from '../../shared/live/live-orders.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { rereadMyOrder, useMyOrder, useOrderTimeline } from '../../shared/saved/my-orders.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { may, useSession } from '../../shared/session/session-store.ts';
import { Columns } from '../../shared/ui/blocks.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { AskToTell } from './ask-to-tell.tsx';
import { DeleteOrderModal } from './delete-order-modal.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderNextStep, OrderStanding, OrderSteps } from './order-standing.tsx';
import { OrderTimeline, useWholeTimeline } from './order-timeline.tsx';

/** The page before its order is known, in the heights of its steps, its next step, its actions and its receipt. */
const loading = (
  <div role="status" aria-label="Loading">
    {[56, 24, 44, 600].map((height) => (
      <Skeleton key={height} height={height} mb="md" radius="md" />
    ))}
  </div>
);

/** Finds the id of an order by its number: among those on the device, else at the shop. Throws a Failure. */
async function idOf(uid: string, number: number, text: string): Promise<string> {
  const saved = await personDb(uid).read(({ orders }) => orders.all());
  return saved.find((order) => order.number === number)?._id ?? (await getOrder(text))._id;
}

/**
 * Leads from the number of an order, as the code of a packing slip and people say it, to the order: an admin to where orders are worked on,
 * a packer to where they are shipped unless it is their own, anybody else to the page of the order.
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
  if (may(user, 'admin')) return <Navigate to={paths.managedOrder(text)} replace />;
  if (id !== null) return <Navigate to={paths.order(id)} replace />;
  const isAnothers = isGone(error) || hasCode(error, 'FORBIDDEN');
  if (isAnothers && may(user, 'packer')) return <Navigate to={paths.parcel(text)} replace />;
  return (
    <>
      <PageTitle title="Order" />
      {error === null && loading}
      {isAnothers ? (
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
      <PageTitle title={placed ? 'Your order is placed' : title}>
        {placed ? 'Your order is placed' : keepUnits(title)}
      </PageTitle>
      <SavedView
        aged
        saved={order}
        loading={loading}
        gone={
          <EmptyState
            picture="parcel"
            text="We can’t find this order. It may have been deleted."
            link={{ to: paths.myOrders, label: messages.menu.orders }}
          />
        }
      >
        {(data) => (
          <>
            <OrderSteps order={data} />
            <OrderNextStep order={data} placed={placed} shipping={config?.shipping} />
            <OrderStanding order={data} contact={contact} ref={standing} />
            {uid !== undefined && (
              <OrderActions
                order={data}
                uid={uid}
                onAsked={() => standing.current?.focus()}
                onDelete={() => setAsking(true)}
              />
            )}
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
