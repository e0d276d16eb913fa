import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { longest, oneLine, plainCode } from '@karigar/bff/written-text';
import { ActionIcon, Button, Drawer, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { failureText, isGone } from '../../../../shared/api/failure.ts';
import { mayShip } from '../model/order-questions.ts';
import { contentWords, orderWords } from '../model/order-words.ts';
import type { OpenedOrder } from '../model/use-opened-order.ts';
import { CarrierSelect, rememberCarrier } from '../shipping/carrier-select.tsx';
import { isUnderWay } from '../shipping/shipping.ts';
import { OrderActions } from '../work/order-buttons.tsx';
import { OrderStanding } from '../work/order-standing.tsx';
import type { OrderWork } from '../work/use-order-work.tsx';
import classes from './order-drawer.module.css';
import { OrderFacts } from './order-facts.tsx';

interface OrderDrawerProps {
  subject: OpenedOrder;
  opened: boolean;
  work: OrderWork;
  /** Those beside it in the list; null at its ends and for an order that is not in it. */
  previous: Order | null;
  next: Order | null;
  onGo: (order: Order) => void;
  onClose: () => void;
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
  const arrow = (order: Order | null, which: string, icon: ReactNode) => (
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

/**
 * Names a carrier and a tracking number, both optional, and ships one order with them, or saves them for one that has left; nothing for an
 * order that can neither be shipped nor has left.
 */
function ShipWithCarrier({ order, work }: { order: Order; work: OrderWork }) {
  const hasLeft = order.status === 'Shipped' && order.refund?.whole !== true;
  const [carrier, setCarrier] = useState(order.carrier ?? '');
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '');
  if (!(hasLeft || mayShip(order)) || isUnderWay(work.shippings.get(order._id))) return null;
  const how = { carrier: oneLine(carrier), trackingNumber: plainCode(trackingNumber) };
  const isNew = how.carrier !== (order.carrier ?? '') || how.trackingNumber !== (order.trackingNumber ?? '');
  const action = hasLeft ? 'Save tracking' : 'Ship with this';
  return (
    <form
      aria-label={hasLeft ? 'Tracking' : 'Ship with a carrier'}
      onSubmit={(event) => {
        event.preventDefault();
        rememberCarrier(how.carrier);
        work.ship([{ order, ...how }]);
      }}
    >
      <Group align="flex-end" grow preventGrowOverflow={false}>
        <CarrierSelect value={carrier} onChange={setCarrier} />
        <TextInput
          label="Tracking number"
          maxLength={longest.trackingNumber}
          value={trackingNumber}
          onChange={(event) => setTrackingNumber(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={!isNew || how.carrier + how.trackingNumber === ''}
          aria-label={`${action}: ${orderWords(order)}`}
        >
          {action}
        </Button>
      </Group>
    </form>
  );
}

/** Says why there is no order to show. */
const missingWords = (reference: string, error: unknown): string =>
  isGone(error)
    ? `Order ${reference} was not found. It may have been deleted, or the number mistyped. Order numbers look like K-180.`
    : `The order could not be loaded. ${failureText(error)}`;

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
        {order ? (
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
                <Group className={classes.actions}>
                  <OrderActions order={order} work={work} />
                </Group>
                <ShipWithCarrier key={order._id} order={order} work={work} />
                <OrderFacts order={order} work={work} />
              </>
            )}
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
