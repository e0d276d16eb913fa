import { type DeletedOrder, isDeleted, type OrderDocument, type RecordedEvent } from '@karigar/events';
import { isoTime } from './output.ts';

/** One event in a line. */
export function eventLine(event: RecordedEvent): string {
  const place = event.v === 0 ? '' : ` v${event.v}`;
  return `${String(event.seq).padStart(8)}  ${isoTime(event.ts)}  ${event.type}${place}  ${event.subject}  ${event.actor}`;
}

/** An order as a person reads it, a field a line. Who the customer is stays sealed: the shop's own pages open it. */
export function orderLines(order: OrderDocument | DeletedOrder): string[] {
  if (isDeleted(order)) {
    return [
      `order     ${order.id} (deleted ${isoTime(order.deletedAt)})`,
      `reason    ${order.reason}`,
      `customer  ${order.uid}`,
      `version   ${order.version} (events ${order.seqs.join(', ')})`,
    ];
  }
  const paid = order.paid ? `paid ${isoTime(order.paidAt)} with ${order.transactionId}` : 'unpaid';
  return [
    `order     ${order.id}`,
    `tool      ${order.quantity} x ${order.toolsName} at $${order.unitPrice} = $${order.price}`,
    `customer  ${order.uid}`,
    `placed    ${isoTime(order.createdAt)}`,
    `payment   ${paid}`,
    `shipping  ${order.status === 'shipped' ? `shipped ${isoTime(order.shippedAt)}` : 'pending'}`,
    `version   ${order.version} (events ${order.seqs.join(', ')})`,
  ];
}
