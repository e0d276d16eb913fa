import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { getOrder } from '../../shared/api/calls.ts';
import { hasCode } from '../../shared/api/failure.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';

/** Finds the id of an order by its number: among those on the device, else at the shop. Throws a Failure. */
async function idOf(uid: string, number: number, text: string): Promise<string> {
  const saved = await personDb(uid).read(({ orders }) => orders.all());
  return saved.find((order) => order.number === number)?._id ?? (await getOrder(text))._id;
}

/**
 * Leads from the number of an order, as the code of a packing slip and people say it, to the order: an admin to where orders are worked on,
 * anybody else to the page of the order.
 */
export function OrderByNumber({ number, text }: { number: number; text: string }) {
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
      {hasCode(error, 'ORDER_NOT_FOUND', 'ORDER_GONE', 'NOT_FOUND', 'FORBIDDEN') ? (
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
