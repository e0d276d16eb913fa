import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { ActionIcon, Button, Drawer, Group, Loader, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import classes from './order-drawer.module.css';
import { OrderFacts } from './order-facts.tsx';
import { mayPrintSlip, mayRefund, questionsOf } from './order-questions.ts';
import { OrderStanding } from './order-standing.tsx';
import { printSlips } from './print/packing-slip.tsx';
import { ShipButton } from './shipping/ship-button.tsx';
import { ShipWithCarrier } from './shipping/ship-with-carrier.tsx';
import { contentWords, orderWords } from './shipping/shipping-words.ts';
import type { OrderWork } from './use-order-work.tsx';

/**
 * The order that the address names: `order` is undefined while it is read, `error` says why it cannot be, `isGone` that it was deleted since.
 */
export interface DrawerSubject {
  reference: string;
  order: Order | undefined;
  error: unknown;
  isGone: boolean;
}

interface OrderDrawerProps {
  subject: DrawerSubject;
  opened: boolean;
  work: OrderWork;
  /** Those beside it in the list; null at its ends and for an order that is not in it. */
  previous: Order | null;
  next: Order | null;
  onGo: (order: Order) => void;
  onClose: () => void;
}

/** What can be done to the order, within reach whatever its length. */
function Actions({ order, work }: { order: Order; work: OrderWork }) {
  const words = orderWords(order);
  return (
    <Group className={classes.actions}>
      <ShipButton order={order} work={work} />
      {mayPrintSlip(order) && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void printSlips([order])}
          aria-label={`Print packing slip: ${words}`}
        >
          Print packing slip
        </Button>
      )}
      {mayRefund(order) && questionsOf(order).length === 0 && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          onClick={() => work.refund(order)}
          aria-label={`Refund ${words}`}
        >
          Refund
        </Button>
      )}
      {!order.paid && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          onClick={() => work.remove(order)}
          aria-label={`${messages.orders.delete} ${words}`}
        >
          {messages.orders.delete}
        </Button>
      )}
    </Group>
  );
}

/** Leads to the orders beside this one: by its arrows, or with J and K while the drawer has the focus, not a dialog above it. */
function Neighbours({ previous, next, onGo }: Pick<OrderDrawerProps, 'previous' | 'next' | 'onGo'>) {
  const arrows = useRef<HTMLDivElement>(null);
  const goByKey = ({ target }: KeyboardEvent, order: Order | null) => {
    const drawer = arrows.current?.closest('[role="dialog"]');
    if (order !== null && target instanceof Node && drawer?.contains(target)) onGo(order);
  };
  useHotkeys([
    ['j', (event) => goByKey(event, next)],
    ['k', (event) => goByKey(event, previous)],
  ]);
  const arrow = (order: Order | null, label: string, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-disabled={order === null}
      {...(order === null ? { 'data-disabled': true } : {})}
      onClick={() => order && onGo(order)}
      aria-label={order === null ? `No ${label.toLowerCase()}` : `${label}: ${orderWords(order)}`}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Group gap="xs" ref={arrows}>
      {arrow(previous, 'Previous order', <IconChevronLeft size={18} aria-hidden />)}
      {arrow(next, 'Next order', <IconChevronRight size={18} aria-hidden />)}
    </Group>
  );
}

/** Says why there is no order to show. */
function Missing({ reference, error }: Pick<DrawerSubject, 'reference' | 'error'>) {
  const isUnknown = hasCode(error, 'ORDER_NOT_FOUND', 'ORDER_GONE', 'NOT_FOUND');
  return (
    <Text role="alert">
      {isUnknown
        ? `Order ${reference} was not found. It may have been deleted, or the number mistyped. Order numbers look like K-180.`
        : `The order could not be loaded. ${failureText(error)}`}
    </Text>
  );
}

/** Everything about one order, beside the list, at an address of its own. */
export function OrderDrawer({
  subject: { reference, order, error, isGone },
  opened,
  work,
  previous,
  next,
  onGo,
  onClose,
}: OrderDrawerProps) {
  const title = order ? `${showNumber(order.number)}: ${contentWords(order)}` : `Order ${reference}`;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={title}
      closeButtonProps={{ 'aria-label': 'Close order' }}
    >
      <Stack gap="lg">
        <Neighbours previous={previous} next={next} onGo={onGo} />
        {order === undefined &&
          (error === null ? (
            <Loader size="sm" aria-label="Loading the order" />
          ) : (
            <Missing reference={reference} error={error} />
          ))}
        {order !== undefined && (
          <>
            <div role="status">
              <OrderStanding
                order={order}
                progress={work.shippings.get(order._id)?.progress}
                isGone={isGone}
              />
            </div>
            {!isGone && (
              <>
                <Actions order={order} work={work} />
                <ShipWithCarrier key={order._id} order={order} work={work} />
                <OrderFacts order={order} work={work} />
              </>
            )}
          </>
        )}
      </Stack>
    </Drawer>
  );
}
