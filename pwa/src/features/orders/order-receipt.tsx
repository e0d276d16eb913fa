import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { keepUnits } from '@karigar/bff/page-words';
import { Group, Text, Title } from '@mantine/core';
import { isToBeShipped } from '../../shared/delivery/delivery-rules.ts';
import { DeliveryText } from '../../shared/delivery/delivery-text.tsx';
import { orderState } from '../../shared/orders/order-state.tsx';
import { ToolPicture } from '../../shared/tools/tool-picture.tsx';
import { Card, Facts } from '../../shared/ui/blocks.tsx';
import { CopyText } from '../../shared/ui/copy-text.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { dateOf, dateTime } from '../../shared/ui/time.ts';
import classes from './order-page.module.css';
import { TrackingNumber } from './order-standing.tsx';

const states = {
  unpaid: 'Not paid yet',
  claimed: 'We’re looking for your payment',
  paid: 'Paid',
  shipped: 'Paid and shipped',
  refunded: 'Refunded',
  'refund-due': 'To be refunded',
} as const;

interface OrderReceiptProps {
  order: Order;
  contact: ShopConfig['contact'] | undefined;
}

/** The receipt: number, lines, total and what went back of it, address and payment; prints on one page. */
export function OrderReceipt({ order, contact }: OrderReceiptProps) {
  return (
    <Card as="article" className={classes.receipt} aria-labelledby="receipt-title">
      <Group component="header" justify="space-between" align="start">
        <Title order={2} id="receipt-title">
          {order.paid ? 'Receipt' : 'Order'}
        </Title>
        <p className={classes.shop}>
          <strong>Karigar</strong>
          <span>{contact?.address}</span>
          <span>{contact?.phone}</span>
        </p>
      </Group>
      <div className={classes.line}>
        <div>
          <ToolPicture src={order.image} name={order.toolsName} sizes="160px" eager />
        </div>
        <div className={classes.words}>
          <strong>{keepUnits(order.toolsName)}</strong>
          <span>
            {order.quantity} × <Money amount={order.unitPrice} />
          </span>
        </div>
        <Text span fw={600}>
          <Money amount={order.price} />
        </Text>
      </div>
      <p className={classes.total}>
        <span>Total price</span> <Money amount={order.price} />
      </p>
      <GivenBack order={order} />
      <Facts
        of={{
          'Order number': <CopyText value={showNumber(order.number)} label="order number" />,
          'Order id': <span className={classes.code}>{order._id}</span>,
          Ordered: dateTime(order.createdAt),
          State: states[orderState(order)],
          Paid: order.paidAt && dateTime(order.paidAt),
          'Paid with': order.paidWay,
          'Transaction id': order.transactionId && (
            <CopyText value={order.transactionId} label="transaction id" />
          ),
          Shipped: order.shippedAt && dateTime(order.shippedAt),
          Carrier: order.carrier,
          'Tracking number': order.trackingNumber && <TrackingNumber order={order} />,
          [addressName(order)]: <DeliveryText delivery={order} />,
          Email: <EmailText email={order.email} />,
        }}
      />
    </Card>
  );
}

/** What the address of an order is: where its parcel goes, where it went, or where it would have gone. */
function addressName(order: Order): string {
  if (isToBeShipped(order)) return 'Deliver to';
  return order.status === 'Shipped' ? 'Delivered to' : 'Address';
}

/** What went back of the money, and what of it the shop has in the end; nothing where all of it is the shop's. */
function GivenBack({ order: { price, refund } }: { order: Order }) {
  if (refund === null || refund.amount === 0) return null;
  return (
    <>
      <p className={classes.less}>
        <span>{`Refunded on ${dateOf(refund.at)}`}</span> <Money amount={-refund.amount} />
      </p>
      <p className={classes.total}>
        <span>Net total</span> <Money amount={price - refund.amount} />
      </p>
    </>
  );
}
