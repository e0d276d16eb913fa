import { showNumber } from '@karigar/bff/order-number';
import { ActionIcon, Drawer, Group, Loader, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { failureText, isGone } from '../../../../shared/api/failure.ts';
import { type AnyOrder, contentWords, orderWords } from '../model/order-words.ts';
import type { OpenedOrder } from '../model/use-opened-order.ts';
import type { Shippings } from '../shipping/shipping.ts';
import { OrderStanding } from '../work/order-standing.tsx';

interface OrderDrawerProps<O extends AnyOrder> {
  subject: OpenedOrder<O>;
  opened: boolean;
  shippings: Shippings;
  /** Those beside it in the list; null at its ends and for an order that is not in it. */
  previous: O | null;
  next: O | null;
  onGo: (order: O) => void;
  onClose: () => void;
  /** What is shown of an order that is still there. */
  children: (order: O) => ReactNode;
}

/** Leads to the orders beside this one: by its arrows, or with J and K while the drawer has the focus, not a dialog above it. */
function Neighbours<O extends AnyOrder>({
  previous,
  next,
  onGo,
}: Pick<OrderDrawerProps<O>, 'previous' | 'next' | 'onGo'>) {
  const arrows = useRef<HTMLDivElement>(null);
  const goByKey = ({ target }: KeyboardEvent, order: O | null) => {
    const drawer = arrows.current?.closest('[role="dialog"]');
    if (order !== null && target instanceof Node && drawer?.contains(target)) onGo(order);
  };
  useHotkeys([
    ['j', (event) => goByKey(event, next)],
    ['k', (event) => goByKey(event, previous)],
  ]);
  const arrow = (order: O | null, which: string, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-disabled={order === null}
      {...(order === null && { 'data-disabled': true })}
      onClick={() => order && onGo(order)}
      aria-label={order ? `${which} order: ${orderWords(order)}` : `No ${which.toLowerCase()} order`}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Group gap="xs" ref={arrows}>
      {arrow(previous, 'Previous', <IconChevronLeft size={18} aria-hidden />)}
      {arrow(next, 'Next', <IconChevronRight size={18} aria-hidden />)}
    </Group>
  );
}

/** Says why there is no order to show. */
const missingWords = (reference: string, error: unknown): string =>
  isGone(error)
    ? `Order ${reference} was not found. It may have been deleted, or the number mistyped. Order numbers look like K-180.`
    : `The order could not be loaded. ${failureText(error)}`;

/** Everything about one order, beside the list, at an address of its own. */
export function OrderDrawer<O extends AnyOrder>({
  subject: { reference, order, error, isGone },
  opened,
  shippings,
  previous,
  next,
  onGo,
  onClose,
  children,
}: OrderDrawerProps<O>) {
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
        {order ? (
          <>
            <div role="status">
              <OrderStanding order={order} progress={shippings.get(order._id)?.progress} isGone={isGone} />
            </div>
            {!isGone && children(order)}
          </>
        ) : error === null ? (
          <Loader size="sm" aria-label="Loading the order" />
        ) : (
          <Text role="alert">{missingWords(reference, error)}</Text>
        )}
      </Stack>
    </Drawer>
  );
}
