import type { Order, ShopConfig } from '@karigar/bff/contracts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { dateTime } from '../../shared/ui/time.ts';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import classes from './order-page.module.css';
import { orderState } from './order-state.ts';

const states = { unpaid: 'Not paid yet', paid: 'Paid', shipped: 'Paid and shipped' } as const;

interface OrderReceiptProps {
  order: Order;
  contact: ShopConfig['contact'] | undefined;
}

/** The receipt: number, lines, total, address and payment; prints on one page. */
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
      <dl className={classes.facts}>
        <Fact name="Order number" value={order._id} mono />
        <Fact name="Ordered" value={dateTime(order.createdAt)} />
        <Fact name="State" value={states[orderState(order)]} />
        {order.paidAt !== null && <Fact name="Paid" value={dateTime(order.paidAt)} />}
        {order.transactionId !== null && <Fact name="Transaction id" value={order.transactionId} mono />}
        {order.shippedAt !== null && <Fact name="Shipped" value={dateTime(order.shippedAt)} />}
        <Fact name="Name" value={order.name} />
        <Fact name="Email" value={<EmailText email={order.email} />} />
        <Fact name="Delivered to" value={`${order.address}, ${order.city} ${order.zip}`} />
      </dl>
      <div className={`${classes.copy} no-print`}>
        <CopyButton value={order._id} label="Copy order number" />
        {order.transactionId !== null && (
          <CopyButton value={order.transactionId} label="Copy transaction id" />
        )}
      </div>
    </article>
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
