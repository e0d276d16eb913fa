import type { Order, ShopConfig } from '@karigar/bff/contracts';
import { isToBeShipped } from '../../shared/delivery/delivery-rules.ts';
import { dateOf, dateTime } from '../../shared/ui/time.ts';
import classes from './order-page.module.css';
import { dispatchText, reservedText } from './order-state.ts';
import { TrackingNumber } from './tracking-number.tsx';

interface NextStepProps {
  order: Order;
  /** Whether it was placed a moment ago. */
  placed: boolean;
  shipping: ShopConfig['shipping'] | undefined;
}

/** What comes next for an order: its payment and until when, its parcel and how soon, or where the parcel is; nothing while the money goes back first. */
export function OrderNextStep({ order, placed, shipping }: NextStepProps) {
  if (!order.paid) {
    const reserved = reservedText(order, Date.now(), dateTime);
    return (
      <p className={classes.next}>
        {[
          placed ? 'We’ve got your order. Pay by card and we’ll ship it.' : 'Waiting for your payment.',
          reserved === null ? '' : `${reserved}.`,
        ].join(' ')}
      </p>
    );
  }
  // A refund or a request to cancel has its own words, and nothing is packed meanwhile.
  const isAskedBack = order.refundRequest !== null || order.cancellation?.declinedAt === null;
  if (isToBeShipped(order) && isAskedBack) return null;
  if (isToBeShipped(order)) return <p className={classes.next}>{`Next: ${dispatchText(shipping)}.`}</p>;
  if (order.status !== 'Shipped' || order.shippedAt === null) return null;
  return (
    <p className={classes.next}>
      <span>{`Shipped on ${dateOf(order.shippedAt)}`}</span>
      {order.carrier !== null && (
        <span>
          {' '}
          with <bdi>{order.carrier}</bdi>
        </span>
      )}
      {order.trackingNumber !== null && (
        <span>
          , tracking number <TrackingNumber order={order} />
        </span>
      )}
      <span>.</span>
    </p>
  );
}
