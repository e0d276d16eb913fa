import type { Order } from '@karigar/bff/contracts';
import classes from './order-state.module.css';
import { openClaim } from './payment-claim.ts';

/**
 * Where an order stands; `claimed`: the shop looks for a payment by hand; `refund-due`: it ended with a refund of which something came back
 * since.
 */
export type OrderState = 'unpaid' | 'claimed' | 'paid' | 'shipped' | 'refunded' | 'refund-due';

/** Tells where an order stands. */
export function orderState(order: Order): OrderState {
  if (order.refund?.whole === true) return order.refund.amount < order.price ? 'refund-due' : 'refunded';
  if (order.status === 'Shipped') return 'shipped';
  if (openClaim(order) !== null) return 'claimed';
  return order.paid ? 'paid' : 'unpaid';
}

const words: Readonly<Record<OrderState, string>> = {
  unpaid: 'Unpaid',
  claimed: 'Checking payment',
  paid: 'Paid',
  shipped: 'Shipped',
  refunded: 'Refunded',
  'refund-due': 'To be refunded',
};

/** A state of an order as every screen shows it: a dot in the state's colour and its word, or the words given. */
export const OrderStateMark = ({
  state,
  children = words[state],
}: {
  state: OrderState;
  children?: string;
}) => (
  <span className={classes.mark} data-state={state}>
    {children}
  </span>
);
