import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Anchor, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CorrectDeliveryButton } from '../../../../shared/delivery/correct-delivery-button.tsx';
import { DeliveryText } from '../../../../shared/delivery/delivery-text.tsx';
import { ToolPicture } from '../../../../shared/tools/tool-picture.tsx';
import { Facts } from '../../../../shared/ui/blocks.tsx';
import { CopyText } from '../../../../shared/ui/copy-text.tsx';
import { Money } from '../../../../shared/ui/money.tsx';
import { dateTime } from '../../../../shared/ui/time.ts';
import { OrderQuestions } from '../list/decisions.tsx';
import { type AnyOrder, isErased, orderWords } from '../model/order-words.ts';
import { ShipWithCarrier } from '../shipping/ship-with-carrier.tsx';
import { DecisionButtons, OrderActions } from '../work/order-buttons.tsx';
import type { OrderWork } from '../work/use-order-work.tsx';
import classes from './order-drawer.module.css';
import { OrderHistory } from './order-timeline.tsx';

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);

/** Name and address of the customer, unless they have been erased. */
function DeliverTo({ order, work }: { order: Order; work: OrderWork }) {
  return (
    <Part title="Deliver to">
      {isErased(order) ? (
        <Text c="dimmed">{`${order.name}: name, email and address have been erased.`}</Text>
      ) : (
        <>
          <DeliveryText delivery={order} className={classes.address} />
          <CopyText value={order.email} label="email address" />
          {order.phone === '' && <Text c="dimmed">No phone</Text>}
          <CorrectDeliveryButton
            key={order._id}
            order={order}
            mt="sm"
            label={`Change delivery address of ${orderWords(order)}`}
            onCorrected={work.settle}
            onOutdated={() => void work.refresh(order._id)}
          />
        </>
      )}
    </Part>
  );
}

/** Who carries a parcel, and under which number; nothing while that is not known. */
export function Tracking({ order: { carrier, trackingNumber, trackingUrl } }: { order: AnyOrder }) {
  return (
    <>
      <bdi>{carrier}</bdi> {trackingNumber && <CopyText value={trackingNumber} label="tracking number" />}{' '}
      {trackingUrl && (
        <Anchor href={trackingUrl} target="_blank" rel="noreferrer">
          Track parcel
        </Anchor>
      )}
    </>
  );
}

/** What an admin sees of an order and can do to it. */
export const OrderDetails = ({ order, work }: { order: Order; work: OrderWork }) => (
  <>
    <Group className={classes.actions}>
      <OrderActions order={order} work={work} />
    </Group>
    <ShipWithCarrier key={order._id} order={order} work={work} />
    <OrderFacts order={order} work={work} />
  </>
);

/** Everything about one order: its questions, figures, address and history. */
function OrderFacts({ order, work }: { order: Order; work: OrderWork }) {
  const { refund, transactionId } = order;
  return (
    <>
      <OrderQuestions order={order} />
      <DecisionButtons order={order} work={work} />
      <DeliverTo order={order} work={work} />
      <Facts
        of={{
          Order: <CopyText value={showNumber(order.number)} label="order number" />,
          Quantity: (
            <>
              <span>{order.quantity}</span> at <Money amount={order.unitPrice} />
            </>
          ),
          'Total price': <Money amount={order.price} />,
          Refunded:
            refund !== null && refund.amount > 0 ? (
              <>
                <Money amount={refund.amount} />{' '}
                <span>{`on ${dateTime(refund.at)}${refund.restocked ? ', pieces back in stock' : ''}`}</span>
              </>
            ) : null,
          'Paid with': order.paidWay,
          Transaction: transactionId && <CopyText value={transactionId} label="transaction id" />,
          Carrier: (order.carrier || order.trackingNumber) && <Tracking order={order} />,
          Id: <CopyText value={order._id} label="id of the order" />,
        }}
      />
      <ToolPicture src={order.image} name={order.toolsName} />
      <Part title="History">
        <OrderHistory key={order._id} id={order._id} version={order.version} />
      </Part>
    </>
  );
}
