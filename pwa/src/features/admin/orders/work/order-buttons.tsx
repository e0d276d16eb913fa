import { type ButtonProps, Group } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { messages } from '../../../../shared/messages.ts';
import { openClaim } from '../../../../shared/orders/payment-claim.ts';
import { LoadingButton } from '../../../../shared/ui/loading-button.tsx';
import {
  asksToCancel,
  isOnHold,
  mayPrintSlip,
  mayRefund,
  mayShip,
  orderWords,
  questionsOf,
  type ShownOrder,
} from '../model/order.ts';
import { printSlips } from '../print/packing-slip.tsx';
import { isUnderWay } from '../shipping/shipping.ts';
import type { OrderWork } from './use-order-work.tsx';

interface OrderProps {
  order: ShownOrder;
  work: OrderWork;
}

interface OrderButtonProps extends ButtonProps {
  order: ShownOrder;
  label: string;
  /** What is heard before the name of the order, where that is not the label. */
  say?: string;
  title?: string;
  onClick: () => void;
}

/** A button that does something to an order, which it names for people who do not see the row. A key that is held down presses once. */
const OrderButton = ({ order, label, say = label, ...rest }: OrderButtonProps) => (
  <LoadingButton
    size="compact-md"
    variant="default"
    {...rest}
    onKeyDown={(event) => event.repeat && event.preventDefault()}
    aria-label={`${say} ${orderWords(order)}`}
  >
    {label}
  </LoadingButton>
);

const UndoButton = ({ order, work, ...rest }: ButtonProps & OrderProps) => (
  <OrderButton
    order={order}
    label="Undo"
    say="Undo: do not ship"
    leftSection={<IconArrowBackUp size={16} aria-hidden />}
    onClick={() => work.undo([order._id])}
    {...rest}
  />
);

/**
 * Ships an order; Undo beside it takes that back while it waits. All states are one button in one place, so that a double press triggers no
 * other action. The Shipped button sends the same change again, for somebody who is not sure that the first one arrived.
 */
export function ShipButton({ order, work }: OrderProps) {
  const shipping = work.shippings.get(order._id);
  const isShipped =
    order.status === 'Shipped' && order.refund?.whole !== true && order.refundRequest === null;
  const loading = isUnderWay(shipping);
  if (!isShipped && !loading && !mayShip(order)) return null;
  // The same width in each state, so that the buttons beside it do not move.
  const shared = { order, loading, miw: '6.5rem' };
  return (
    <>
      {shipping?.is === 'waiting' && <UndoButton order={order} work={work} />}
      {isShipped ? (
        <OrderButton
          {...shared}
          label={messages.admin.shipped}
          say={`${messages.admin.shipped}: send the change again for`}
          variant="subtle"
          leftSection={<IconCheck size={16} aria-hidden />}
          title="Send the change again"
          onClick={() => work.shipAgain(order)}
        />
      ) : (
        <OrderButton
          {...shared}
          label="Ship"
          variant="filled"
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
          onClick={() => work.ship([{ order }])}
        />
      )}
    </>
  );
}

/** Deletes an unpaid order, after a question; not while a payment is reported for it. */
export const DeleteButton = ({ order, work }: OrderProps) =>
  !order.paid &&
  openClaim(order) === null && (
    <OrderButton
      order={order}
      label={messages.orders.delete}
      variant="subtle"
      color="red"
      disabled={work.busy.has(order._id)}
      onClick={() => work.remove(order)}
    />
  );

/** What can be done to an opened order that needs no decision. */
export const OrderActions = ({ order, work }: OrderProps) => (
  <>
    <ShipButton order={order} work={work} />
    {mayPrintSlip(order) && (
      <OrderButton
        order={order}
        label="Print packing slip"
        say="Print packing slip:"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => void printSlips([order])}
      />
    )}
    {mayRefund(order) && questionsOf(order).length === 0 && (
      <OrderButton
        order={order}
        label="Refund"
        variant="subtle"
        color="red"
        onClick={() => work.refund(order)}
      />
    )}
    <DeleteButton order={order} work={work} />
  </>
);

/** What a person can do about an order's questions: confirm its payment or not, refund it, or decline and send the parcel. */
export function DecisionButtons({ order, work }: OrderProps) {
  const shipping = work.shippings.get(order._id);
  const asking = asksToCancel(order);
  const claim = openClaim(order);
  const shipsAnyway = isOnHold(order) && mayShip(order);
  if (questionsOf(order).length === 0 || !(claim !== null || asking || shipsAnyway || mayRefund(order)))
    return null;
  const shared = { order, mih: '2.75rem', disabled: work.busy.has(order._id) || isUnderWay(shipping) };
  return (
    <Group gap="sm" grow preventGrowOverflow={false} flex="1 1 18rem" maw="36rem">
      {claim !== null && (
        <>
          <OrderButton
            {...shared}
            label="Confirm payment"
            say="Confirm payment of"
            variant="filled"
            onClick={() => void work.confirmPayment(order, claim)}
          />
          <OrderButton
            {...shared}
            label="Not found"
            say="Not found: the payment of"
            onClick={() => work.refusePayment(order, claim)}
          />
        </>
      )}
      {mayRefund(order) && (
        <OrderButton
          {...shared}
          label="Refund"
          variant="filled"
          color="red"
          onClick={() => work.refund(order)}
        />
      )}
      {asking && (
        <OrderButton
          {...shared}
          label="Decline"
          say="Decline cancellation of"
          onClick={() => void work.decline(order)}
        />
      )}
      {shipsAnyway && <OrderButton {...shared} label="Ship anyway" onClick={() => work.ship([{ order }])} />}
      {shipping?.is === 'waiting' && <UndoButton order={order} work={work} mih="2.75rem" />}
    </Group>
  );
}
