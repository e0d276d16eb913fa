import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Loader, Text, Title } from '@mantine/core';
import { getOrderTimeline } from '../../../shared/api/calls.ts';
import { CorrectDeliveryButton } from '../../../shared/delivery/correct-delivery-button.tsx';
import { DeliveryText } from '../../../shared/delivery/delivery-text.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { dateTime } from '../../../shared/ui/time.ts';
import { ToolPicture } from '../../../shared/ui/tool-picture.tsx';
import { CopyText } from '../copy-text.tsx';
import facts from '../facts.module.css';
import { useServerData } from '../use-server-data.ts';
import { isErased } from './erased-customer.ts';
import { DecisionButtons, OrderQuestions } from './order-decision.tsx';
import classes from './order-drawer.module.css';
import { OrderTimeline } from './order-timeline.tsx';
import { CarriedBy } from './shipping/ship-with-carrier.tsx';
import { orderWords } from './shipping/shipping-words.ts';
import type { OrderWork } from './use-order-work.tsx';

/** The order's history, read again whenever the order has moved on. */
function History({ order }: { order: Order }) {
  const history = useServerData(`${order._id}:${order.version}`, () => getOrderTimeline(order._id));
  if (history.data) return <OrderTimeline entries={history.data} />;
  if (history.error !== null) {
    return (
      <ErrorPanel error={history.error} title="The history could not be loaded" onRetry={history.reload} />
    );
  }
  return <Loader size="sm" aria-label="Loading the history" />;
}

/** Whom the order goes to; of an erased customer nobody knows. */
function DeliverTo({ order, work }: { order: Order; work: OrderWork }) {
  return (
    <section aria-labelledby="deliver-to">
      <Title order={3} size="h5" id="deliver-to" mb="xs">
        Deliver to
      </Title>
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
    </section>
  );
}

/** What is known of one order: what it asks, its figures, whom it goes to, and what happened. */
export function OrderFacts({ order, work }: { order: Order; work: OrderWork }) {
  return (
    <>
      <OrderQuestions order={order} />
      <DecisionButtons order={order} work={work} />
      <DeliverTo order={order} work={work} />
      <dl className={facts.list}>
        <dt>Order</dt>
        <dd>
          <CopyText value={showNumber(order.number)} label="order number" />
        </dd>
        <dt>Quantity</dt>
        <dd>
          <span>{order.quantity}</span> at <Money amount={order.unitPrice} />
        </dd>
        <dt>Total price</dt>
        <dd>
          <Money amount={order.price} />
        </dd>
        {order.refund !== null && order.refund.amount > 0 && (
          <>
            <dt>Refunded</dt>
            <dd>
              <Money amount={order.refund.amount} />{' '}
              <span>{`on ${dateTime(order.refund.at)}${order.refund.restocked ? ', pieces back in stock' : ''}`}</span>
            </dd>
          </>
        )}
        {order.transactionId !== null && (
          <>
            <dt>Transaction</dt>
            <dd>
              <CopyText value={order.transactionId} label="transaction id" />
            </dd>
          </>
        )}
        <CarriedBy order={order} />
        <dt>Id</dt>
        <dd>
          <CopyText value={order._id} label="id of the order" />
        </dd>
      </dl>
      <ToolPicture src={order.image} name={order.toolsName} />
      <section aria-labelledby="history">
        <Title order={3} size="h5" id="history" mb="sm">
          History
        </Title>
        <History order={order} />
      </section>
    </>
  );
}
