import type { Order } from '@karigar/bff/contracts';
import { Badge, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { dateTime } from '../../shared/ui/time.ts';
import classes from './my-orders-page.module.css';
import { orderState, reservedText } from './order-state.ts';

/** What an order's payment column says: the way to pay and until when, or that it is paid, by which transaction. */
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
        <Badge color="bottle" variant="light" size="lg">
          {messages.orders.paid}
        </Badge>
        {orderState(order) === 'shipped' && (
          <Badge color="marigold" variant="light" size="lg">
            {messages.admin.shipped}
          </Badge>
        )}
      </span>
      <span className={classes.transaction}>{order.transactionId}</span>
    </div>
  );
}
