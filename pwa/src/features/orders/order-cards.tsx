import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { EmailText } from '../../shared/ui/email-text.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { ToolName } from '../../shared/ui/tool-name.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import { DeleteOrderButton } from './delete-order-button.tsx';
import classes from './my-orders-page.module.css';
import { OrderAgainButton } from './order-again-button.tsx';
import { OrderIdentity } from './order-identity.tsx';
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
              <p className={classes.identity}>
                <OrderIdentity order={order} />
              </p>
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
            <DeleteOrderButton order={order} onDelete={onDelete} />
            <OrderAgainButton order={order} className={classes.again} />
          </div>
        </li>
      ))}
    </ol>
  );
}
