import type { Order } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { OrderStateMark } from '../../shared/ui/order-state.tsx';
import { RefundBadge } from '../../shared/ui/refund-badge.tsx';
import { dateTime } from '../../shared/ui/time.ts';
import classes from './my-orders-page.module.css';
import { refundTexts, reservedText } from './order-state.ts';

/**
 * What an order's payment column says: the way to pay and until when, or that it is paid, by which transaction, and what
 * became of the money since.
 */
export function OrderPayment({ order }: { order: Order }) {
  if (!order.paid) {
    const reserved = reservedText(order, Date.now(), dateTime);
    return (
      <div className={classes.payment}>
        <Button component={Link} to={paths.payment(order._id)} className={classes.pay}>
          {messages.orders.payNow}
        </Button>
        {reserved !== null && <span className={classes.small}>{reserved}</span>}
      </div>
    );
  }
  return (
    <div className={classes.payment}>
      <span className={classes.badges}>
        <OrderStateMark state="paid" />
        {order.status === 'Shipped' && <OrderStateMark state="shipped" />}
        <RefundBadge order={order} size="lg" />
      </span>
      {refundTexts(order).map((text) => (
        <span key={text} className={classes.small}>
          {text}
        </span>
      ))}
      {order.cancellation?.declinedAt === null && (
        <span className={classes.small}>Cancellation requested.</span>
      )}
      <span className={classes.transaction}>{order.transactionId}</span>
    </div>
  );
}
