import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconTruckDelivery } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { messages } from '../../../../shared/messages.ts';
import { LoadingButton } from '../../../../shared/ui/loading-button.tsx';
import { mayShip } from '../order-questions.ts';
import classes from '../order-rows.module.css';
import type { OrderWork } from '../use-order-work.tsx';
import { orderWords } from './shipping-words.ts';

/** A key that is held down presses once. */
const pressOnce = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};

/**
 * Ships an order, and takes that back while it waits. Every state of it is the same button in the same place, so that no second press of a
 * quick hand meets another one: Undo stands beside it. The Shipped button sends the same change again, for whoever is not sure that the first one arrived.
 */
export function ShipButton({ order, work }: { order: Order; work: OrderWork }) {
  const progress = work.shippings.get(order._id)?.progress;
  const isWaiting = progress?.is === 'waiting';
  const isShipped =
    order.status === 'Shipped' && order.refund?.whole !== true && order.refundRequest === null;
  if (!isShipped && !isWaiting && progress?.is !== 'sending' && !mayShip(order)) return null;
  const words = orderWords(order);
  return (
    <>
      {isWaiting && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => work.undo([order._id])}
          onKeyDown={pressOnce}
          aria-label={`Undo: do not ship ${words}`}
        >
          Undo
        </Button>
      )}
      {isShipped ? (
        <LoadingButton
          size="compact-md"
          variant="subtle"
          className={classes.ship}
          loading={progress?.is === 'sending'}
          leftSection={<IconCheck size={16} aria-hidden />}
          title="Send the change again"
          onClick={() => work.shipAgain(order)}
          onKeyDown={pressOnce}
          aria-label={`${messages.admin.shipped}: send the change again for ${words}`}
        >
          {messages.admin.shipped}
        </LoadingButton>
      ) : (
        <LoadingButton
          size="compact-md"
          className={classes.ship}
          loading={progress?.is === 'sending' || isWaiting}
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
          onClick={() => work.ship([{ order }])}
          onKeyDown={pressOnce}
          aria-label={`Ship ${words}`}
        >
          Ship
        </LoadingButton>
      )}
    </>
  );
}
