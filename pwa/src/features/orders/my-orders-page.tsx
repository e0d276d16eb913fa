import type { Order } from '@karigar/bff/contracts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../shared/api/failure.ts';
import { signOut } from '../../shared/identity/sign-out.ts';
import { messages } from '../../shared/messages.ts';
import { useOutbox } from '../../shared/outbox/outbox.ts';
import { OutboxPanel } from '../../shared/outbox/panel.tsx';
import { paths } from '../../shared/paths.ts';
import { useMyOrders } from '../../shared/saved/my-orders.ts';
import { SavedAgeNote, SavedView } from '../../shared/saved/saved-view.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';
import { DeleteOrderModal } from './delete-order-modal.tsx';
import { OrderList } from './order-list.tsx';

/** The person's orders; above them what the shop has not taken yet. A refused call (401, 403) signs out. */
export function Component() {
  const mine = useMyOrders();
  const { unsent } = useOutbox();
  const [doomed, setDoomed] = useState<Order | null>(null);

  const refused = mine.failure instanceof ApiProblem && [401, 403].includes(mine.failure.problem.status);
  useEffect(() => {
    if (refused) void signOut({ goTo: paths.home });
  }, [refused]);

  return (
    <>
      <PageTitle title={messages.menu.orders}>
        {mine.data ? messages.orders.heading(mine.data.total) : messages.menu.orders}
      </PageTitle>
      <Text c="dimmed" maw="60ch" mb="md">
        Your orders, newest first. You can pay for or delete unpaid orders here.
      </Text>
      <SavedAgeNote saved={mine} />
      <OutboxPanel />
      {!refused && (
        <SavedView saved={mine} loading={<RowSkeletons height={72} />}>
          {({ orders, total }) => (
            <>
              {orders.length === 0 && unsent === 0 && (
                <EmptyState
                  picture="parcel"
                  text="You haven’t ordered anything yet. Choose a tool, and follow your order here."
                  link={{ to: paths.tools, label: 'Browse tools' }}
                />
              )}
              {orders.length > 0 && <OrderList orders={orders} onDelete={setDoomed} />}
              {total > orders.length && <p>{`Showing the newest ${orders.length}.`}</p>}
            </>
          )}
        </SavedView>
      )}
      <DeleteOrderModal order={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}
