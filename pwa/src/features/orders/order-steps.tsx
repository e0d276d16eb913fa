import type { Order } from '@karigar/bff/contracts';
import { VisuallyHidden } from '@mantine/core';
import { orderState } from '../../shared/orders/order-state.tsx';
import { dateOf } from '../../shared/ui/time.ts';
import classes from './order-steps.module.css';

/** The way of an order with the days of its steps, null where it has not come to one; a refund of all of its money ends it. */
function stepsOf({ createdAt, paidAt, shippedAt, refund }: Order): [string, string | null][] {
  const steps: [string, string | null][] = [
    ['Placed', createdAt],
    ['Paid', paidAt],
    ['Shipped', shippedAt],
  ];
  if (refund?.whole !== true) return steps;
  return [...steps.filter(([, at]) => at !== null), ['Refunded', refund.at]];
}

/** How far an order has come, in one line. */
export function OrderSteps({ order }: { order: Order }) {
  const steps = stepsOf(order);
  const current = steps.findLast(([, at]) => at !== null)?.[0];
  return (
    <ol aria-label="Progress" className={`${classes.steps} no-print`} data-state={orderState(order)}>
      {steps.map(([name, at]) => (
        <li
          key={name}
          data-reached={at !== null || undefined}
          aria-current={name === current ? 'step' : undefined}
        >
          <span>{name}</span>
          {at === null ? <VisuallyHidden>not yet</VisuallyHidden> : <time dateTime={at}>{dateOf(at)}</time>}
        </li>
      ))}
    </ol>
  );
}
