import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { mayAskToCancel } from './order-state.ts';

const CancelOrderDialog = lazyPart(async () => (await import('./cancel-order-dialog.tsx')).CancelOrderDialog);

/** Lets the customer of a paid order ask the shop not to send it, while the shop can still decide; `onAsked` when it knows. */
export function CancelOrderButton({ order, onAsked }: { order: Order; onAsked: () => void }) {
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState(false);
  // News of the order must not take the dialog away from whoever is in it.
  if (asked || !(mayAskToCancel(order) || opened)) return null;
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
          flushSync(() => setAsked(true));
          onAsked();
        }}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
