import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { ToolName } from '../../shared/ui/tool-name.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import classes from './my-orders-page.module.css';
import { OrderPayment } from './order-payment.tsx';
import type { OrderListProps } from './order-table.tsx';

/** The orders as cards, for narrow screens: everything of the table without scrolling sideways. */
export function OrderCards({ orders, onDelete }: OrderListProps) {
  return (
    <ol className={classes.list}>
      {orders.map((order, place) => (
        <li key={order._id} className={classes.card}>
          <div className={classes.head}>
            <div>
              <ToolPicture src={order.image} name={order.toolsName} sizes="112px" />
            </div>
            <div>
              <h2 className={classes.name}>
                <span className={classes.index}>{place + 1}.</span>{' '}
                <Link to={paths.order(order._id)} className={classes.link}>
                  <ToolName name={order.toolsName} />
                </Link>
              </h2>
              <p className={classes.sum}>
                {order.quantity} × <Money amount={order.unitPrice} />
              </p>
              <p className={classes.total}>
                <Money amount={order.price} />
              </p>
            </div>
          </div>
          <p className={classes.person}>
            {order.name}
            <br />
            <EmailText email={order.email} />
          </p>
          <div className={classes.end}>
            <OrderPayment order={order} />
            {!order.paid && (
              <Button
                variant="light"
                color="red"
                className={classes.delete}
                aria-label={`${messages.orders.delete} the order of ${order.toolsName}`}
                onClick={() => onDelete(order)}
              >
                {messages.orders.delete}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
