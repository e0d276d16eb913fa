import type { Order } from '@karigar/bff/contracts';
import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../ui/lazy.tsx';
import { notifySuccess } from '../ui/toast.ts';
import { isToBeShipped } from './delivery-rules.ts';

const CorrectDeliveryDialog = lazyPart(
  () => import('./correct-delivery-dialog.tsx'),
  'CorrectDeliveryDialog',
);

interface CorrectDeliveryButtonProps extends Pick<ButtonProps, 'size' | 'mt'> {
  order: Order;
  /** Accessible name of the button in a list of orders. */
  label?: string;
  /** Takes the corrected order. */
  onCorrected: (corrected: Order) => void;
  /** Reads the order anew: somebody else has changed it. */
  onOutdated: () => void;
}

/** Lets a person correct who receives an order that has not left, and where. */
export function CorrectDeliveryButton({
  order,
  label,
  onCorrected,
  onOutdated,
  ...looks
}: CorrectDeliveryButtonProps) {
  const [opened, setOpened] = useState(false);
  // A change of the order must not close the dialog while it is in use.
  if (!isToBeShipped(order) && !opened) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} aria-label={label} {...looks}>
        Change delivery address
      </Button>
      <CorrectDeliveryDialog
        order={order}
        opened={opened}
        onCorrected={(corrected) => {
          onCorrected(corrected);
          notifySuccess('The delivery address was changed.');
        }}
        onOutdated={onOutdated}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
