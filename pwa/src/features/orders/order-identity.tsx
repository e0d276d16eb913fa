import type { Order } from '@karigar/bff/contracts';
import { dateOf } from '../../shared/ui/time.ts';
import classes from './my-orders-page.module.css';
import { deliveryText, shownNumber } from './order-state.ts';

/** What people ask an order by, and where its parcel is: number, date and delivery. */
export const OrderIdentity = ({ order }: { order: Order }) => (
  <>
    <span className={classes.small}>
      {shownNumber(order) !== null && (
        <>
          <strong>{shownNumber(order)}</strong>,{' '}
        </>
      )}
      <time dateTime={order.createdAt}>{dateOf(order.createdAt)}</time>
    </span>
    <span className={classes.small}>{deliveryText(order)}</span>
  </>
);
