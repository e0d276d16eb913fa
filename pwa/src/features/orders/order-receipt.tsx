import type { Order, ShopConfig } from '@karigar/bff/contracts';
import type { ReactNode } from 'react';
import { isToBeShipped } from '../../shared/delivery/delivery-rules.ts';
import { DeliveryText } from '../../shared/delivery/delivery-text.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { orderState } from '../../shared/ui/order-state.tsx';
import { dateOf, dateTime } from '../../shared/ui/time.ts';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import classes from './order-page.module.css';
import { shownNumber } from './order-state.ts';
import { TrackingNumber } from './tracking-number.tsx';

const states = {
  unpaid: 'Not paid yet',
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
    <article className={classes.receipt} aria-labelledby="receipt-title">
      <header className={classes.head}>
        <h2 id="receipt-title" className={classes.title}>
          {order.paid ? 'Receipt' : 'Order'}
        </h2>
        <p className={classes.shop}>
          <strong>Karigar</strong>
          <span>{contact?.address}</span>
          <span>{contact?.phone}</span>
        </p>
      </header>
      <div className={classes.line}>
        <div>
          <ToolPicture src={order.image} name={order.toolsName} sizes="160px" eager />
        </div>
        <div className={classes.words}>
          <strong>{order.toolsName}</strong>
          <span>
            {order.quantity} × <Money amount={order.unitPrice} />
          </span>
        </div>
        <span className={classes.amount}>
          <Money amount={order.price} />
        </span>
      </div>
      <p className={classes.total}>
        <span>Total price</span> <Money amount={order.price} />
      </p>
      <GivenBack order={order} />
      <dl className={classes.facts}>
        {shownNumber(order) !== null && <Fact name="Order number" value={shownNumber(order)} />}
        <Fact name="Order id" value={order._id} mono />
        <Fact name="Ordered" value={dateTime(order.createdAt)} />
        <Fact name="State" value={states[orderState(order)]} />
        {order.paidAt !== null && <Fact name="Paid" value={dateTime(order.paidAt)} />}
        {order.transactionId !== null && <Fact name="Transaction id" value={order.transactionId} mono />}
        {order.shippedAt !== null && <Fact name="Shipped" value={dateTime(order.shippedAt)} />}
        {order.carrier !== null && <Fact name="Carrier" value={order.carrier} />}
        {order.trackingNumber !== null && (
          <Fact name="Tracking number" value={<TrackingNumber order={order} />} />
        )}
        <Fact name={addressName(order)} value={<DeliveryText delivery={order} />} />
        <Fact name="Email" value={<EmailText email={order.email} />} />
      </dl>
      <div className={`${classes.copy} no-print`}>
        <CopyButton value={shownNumber(order) ?? order._id} label="Copy order number" />
        {order.transactionId !== null && (
          <CopyButton value={order.transactionId} label="Copy transaction id" />
        )}
      </div>
    </article>
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

function Fact({ name, value, mono = false }: { name: string; value: ReactNode; mono?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? classes.mono : undefined}>{value}</dd>
    </div>
  );
}
