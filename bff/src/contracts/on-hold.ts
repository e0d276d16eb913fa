import type { Order } from './order.ts';

/** Whether the customer asks to cancel and waits for a decision. */
export const asksToCancel = ({ cancellation }: Order): boolean => cancellation?.declinedAt === null;

/** Whether the payer's bank may take the money, or has taken it. */
export const isDisputed = ({ dispute }: Order): boolean =>
  dispute?.open === true || dispute?.status === 'lost';

/** Whether a parcel is on hold: it has not left, and an admin decides whether it may. */
export const isOnHold = (order: Order): boolean =>
  order.status === 'pending' && (asksToCancel(order) || isDisputed(order) || order.refundRequest !== null);
