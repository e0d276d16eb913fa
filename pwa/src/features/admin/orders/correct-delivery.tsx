import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../../shared/ui/lazy.tsx';
import { notifySuccess } from '../../../shared/ui/toast.ts';
import { orderWords } from './shipping/shipping-words.ts';
import type { OrderWork } from './use-order-work.tsx';

const CorrectDeliveryDialog = lazyPart(
  async () => (await import('../../../shared/delivery/correct-delivery-dialog.tsx')).CorrectDeliveryDialog,
);

/** Lets an admin correct who receives an order that has not left, and where. */
export function CorrectDelivery({ order, work }: { order: Order; work: OrderWork }) {
  const [opened, setOpened] = useState(false);
  const isToLeave = order.status === 'pending' && order.refund?.whole !== true;
  // News of the order must not take the dialog away from whoever is in it.
  if (!isToLeave && !opened) return null;
  return (
    <>
      <Button
        variant="default"
        mt="sm"
        onClick={() => setOpened(true)}
        aria-label={`Correct delivery of ${orderWords(order)}`}
      >
        Correct delivery
      </Button>
      <CorrectDeliveryDialog
        order={order}
        opened={opened}
        onCorrected={(corrected) => {
          work.settle(corrected);
          void notifySuccess('The delivery is corrected.');
        }}
        onOutdated={() => void work.refresh(order._id)}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
