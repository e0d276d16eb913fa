import { showNumber } from '@karigar/bff/order-number';
import { ActionIcon, Anchor, Drawer, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failureText, isGone as isMissing } from '../../../../shared/api/failure.ts';
import { CorrectDeliveryButton } from '../../../../shared/delivery/correct-delivery-button.tsx';
import { DeliveryText } from '../../../../shared/delivery/delivery-text.tsx';
import { ToolPicture } from '../../../../shared/tools/tool-picture.tsx';
import { Facts } from '../../../../shared/ui/blocks.tsx';
import { CopyText } from '../../../../shared/ui/copy-text.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { dateTime } from '../../../../shared/ui/time.ts';
import { OrderQuestions } from '../list/decisions.tsx';
import { contentWords, isErased, isParcel, orderWords, type ShownOrder } from '../model/order.ts';
import type { OrderBeside } from '../model/use-opened-order.ts';
import { ShipWithCarrier } from '../shipping/ship-with-carrier.tsx';
import { DecisionButtons, OrderActions } from '../work/order-buttons.tsx';
import { OrderStanding } from '../work/order-standing.tsx';
import type { OrderWork } from '../work/use-order-work.tsx';
import { OrderHistory } from './order-timeline.tsx';

interface DetailsProps {
  order: ShownOrder;
  work: OrderWork;
}

/** Leads to the orders beside this one: by its arrows, or with J and K while no dialog is above the drawer. */
function Neighbours({ previous, next, goOn }: Pick<OrderBeside, 'previous' | 'next' | 'goOn'>) {
  const goByKey = (order: ShownOrder | undefined) =>
    order && document.querySelector('dialog[open]') === null && goOn(order);
  useHotkeys([
    ['j', () => goByKey(next)],
    ['k', () => goByKey(previous)],
  ]);
  const arrow = (order: ShownOrder | undefined, which: string, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-disabled={!order}
      data-disabled={!order}
      onClick={() => order && goOn(order)}
      aria-label={order ? `${which} order: ${orderWords(order)}` : `No ${which.toLowerCase()} order`}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Group gap="xs">
      {arrow(previous, 'Previous', <IconChevronLeft size={18} aria-hidden />)}
      {arrow(next, 'Next', <IconChevronRight size={18} aria-hidden />)}
    </Group>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);

/** Name and address of the customer, unless they have been erased. */
const DeliverTo = ({ order, work }: DetailsProps) => (
  <Part title="Deliver to">
    {isErased(order) ? (
      <Text c="dimmed">{`${order.name}: name, email and address have been erased.`}</Text>
    ) : (
      <>
        <DeliveryText delivery={order} />
        {!isParcel(order) && (
          <>
            <CopyText value={order.email} label="email address" />
            {order.phone === '' && <Text c="dimmed">No phone</Text>}
            <CorrectDeliveryButton
              order={order}
              mt="sm"
              label={`Change delivery address of ${orderWords(order)}`}
              onCorrected={work.settle}
              onOutdated={() => void work.refresh(order._id)}
            />
          </>
        )}
      </>
    )}
  </Part>
);

/** Who carries a parcel, and under which number. */
const Tracking = ({ order: { carrier, trackingNumber, trackingUrl } }: { order: ShownOrder }) => (
  <>
    <bdi>{carrier}</bdi> {trackingNumber && <CopyText value={trackingNumber} label="tracking number" />}{' '}
    {trackingUrl && (
      <Anchor href={trackingUrl} target="_blank" rel="noreferrer">
        Track parcel
      </Anchor>
    )}
  </>
);

/** What a packer is not told: what an order cost, how it was paid, and what came back. */
const factsOfMoney = ({ price, refund, paidWay, transactionId, _id }: ShownOrder) => ({
  'Total price': <Money amount={price} />,
  Refunded:
    refund !== null && refund.amount > 0 ? (
      <>
        <Money amount={refund.amount} />{' '}
        <span>{`on ${dateTime(refund.at)}${refund.restocked ? ', pieces back in stock' : ''}`}</span>
      </>
    ) : null,
  'Paid with': paidWay,
  Transaction: transactionId && <CopyText value={transactionId} label="transaction id" />,
  Id: <CopyText value={_id} label="id of the order" />,
});

/** Everything about one order: what can be done to it, its questions, address, figures and history. */
const OrderDetails = ({ order, work }: DetailsProps) => (
  <>
    <Group
      gap="xs"
      py="xs"
      pos="sticky"
      top="var(--drawer-header-height, 3.75rem)"
      bg="var(--mantine-color-default)"
      style={{ zIndex: 1 }}
    >
      <OrderActions order={order} work={work} />
    </Group>
    <ShipWithCarrier order={order} work={work} />
    <OrderQuestions order={order} />
    <DecisionButtons order={order} work={work} />
    <DeliverTo order={order} work={work} />
    <Facts
      of={{
        Order: <CopyText value={showNumber(order.number)} label="order number" />,
        Quantity: (
          <>
            <span>{order.quantity}</span>
            {!isParcel(order) && (
              <>
                {' at '}
                <Money amount={order.unitPrice} />
              </>
            )}
          </>
        ),
        Carrier: (order.carrier || order.trackingNumber) && <Tracking order={order} />,
        ...(!isParcel(order) && factsOfMoney(order)),
      }}
    />
    <ToolPicture src={order.image} name={order.toolsName} />
    {!isParcel(order) && (
      <Part title="History">
        <OrderHistory id={order._id} version={order.version} />
      </Part>
    )}
  </>
);

/** One order beside the list, at an address of its own. */
export function OrderDrawer({
  beside: { subject, opened, close, ...neighbours },
  work,
}: {
  beside: OrderBeside;
  work: OrderWork;
}) {
  if (subject === null) return null;
  const { reference, order, error, isGone } = subject;
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="md"
      title={order ? `${showNumber(order.number)}: ${contentWords(order)}` : `Order ${reference}`}
      closeButtonProps={{ 'aria-label': 'Close order' }}
    >
      <Stack gap="lg">
        <Neighbours {...neighbours} />
        {order ? (
          <>
            <div role="status">
              <OrderStanding order={order} shipping={work.shippings.get(order._id)} isGone={isGone} />
            </div>
            {!isGone && <OrderDetails key={order._id} order={order} work={work} />}
          </>
        ) : error === null ? (
          <Loader size="sm" aria-label="Loading the order" />
        ) : (
          <Text role="alert">
            {isMissing(error)
              ? `Order ${reference} was not found. It may have been deleted, or the number mistyped. Order numbers look like K-180.`
              : `The order could not be loaded. ${failureText(error)}`}
          </Text>
        )}
      </Stack>
    </Drawer>
  );
}
