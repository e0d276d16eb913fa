import type { OrderDocument } from '@karigar/events';
import { type OrderToShip, OrderToShip as Schema } from '../contracts/delivery.ts';
import type { Order } from '../contracts/order.ts';

/** Whether packers see an order: it is paid, or has left. */
export const isParcel = ({ status }: Pick<OrderDocument, 'status'>): boolean =>
  status === 'paid' || status === 'shipped';

/** Leaves the fields of the schema and drops every other. */
const allowed = Schema.strip();

/** Takes out of an order what a packer needs. */
export function orderToShip(order: Order): OrderToShip {
  const { status, cancellation, dispute, refundRequest } = order;
  const asksToCancel = cancellation !== null && cancellation.declinedAt === null;
  const isDisputed = dispute !== null && (dispute.open || dispute.status === 'lost');
  const onHold = status === 'pending' && (asksToCancel || isDisputed || refundRequest !== null);
  return allowed.parse({ ...order, onHold });
}
