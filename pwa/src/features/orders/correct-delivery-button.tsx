import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { rereadMyOrder } from '../../shared/saved/my-orders.ts';
import { putNewer } from '../../shared/saved/order-rows.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { notifySuccess } from '../../shared/ui/toast.ts';
import { isToBeShipped } from './order-state.ts';

const CorrectDeliveryDialog = lazyPart(
  async () => (await import('../../shared/delivery/correct-delivery-dialog.tsx')).CorrectDeliveryDialog,
);

/** Lets the customer correct who receives an order that has not left, and where. */
export function CorrectDeliveryButton({ order }: { order: Order }) {
  const uid = useSession().user?.uid;
  const [opened, setOpened] = useState(false);
  // News of the order must not take the dialog away from whoever is in it.
  if (uid === undefined || !(isToBeShipped(order) || opened)) return null;
  const save = async (corrected: Order) => {
    await putNewer(personDb(uid), corrected);
    void notifySuccess('The delivery is corrected.');
  };
  return (
    <>
      <Button variant="default" size="md" onClick={() => setOpened(true)}>
        Correct delivery
      </Button>
      <CorrectDeliveryDialog
        order={order}
        opened={opened}
        onCorrected={(corrected) => void save(corrected)}
        onOutdated={() => void rereadMyOrder(uid, order._id)}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
