import { type DeletedOrder, isDeleted, type OrderDocument, type RecordedEvent } from '@karigar/events';
import { showNumber } from '../contracts/order-number.ts';
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
  const paid =
    order.status !== 'unpaid' ? `paid ${isoTime(order.paidAt)} with ${order.transactionId}` : 'unpaid';
  return [
    `order     ${showNumber(order.number)} ${order.id}`,
    `tool      ${order.quantity} x ${order.toolsName} at $${order.unitPrice} = $${order.price}`,
    `customer  ${order.uid}`,
    `placed    ${isoTime(order.createdAt)}`,
    `payment   ${paid}`,
    `shipping  ${shipping(order)}`,
    ...(order.correctedAt === null
      ? []
      : [`corrected ${isoTime(order.correctedAt)}, ${order.corrections} in all`]),
    ...questionLines(order),
    `version   ${order.version} (events ${order.seqs.join(', ')})`,
  ];
}

function shipping({ status, shippedAt, carrier, trackingNumber }: OrderDocument): string {
  if (shippedAt !== null) {
    const by = carrier === null ? '' : ` by ${carrier}`;
    return `shipped ${isoTime(shippedAt)}${by}${trackingNumber === null ? '' : `, tracking number ${trackingNumber}`}`;
  }
  return status === 'refunded' ? 'none: the order is refunded' : 'pending';
}

/** What was asked about the money of an order, and what came of it; nothing for most orders. */
function questionLines({
  refund,
  refundRequest,
  refundFailure,
  cancellation,
  dispute,
}: OrderDocument): string[] {
  const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
  const lines: string[] = [];
  if (refund !== null && refund.amount > 0)
    lines.push(
      `refund    ${money(refund.amount)} given back ${isoTime(refund.at)}${refund.restocked ? ', pieces back in stock' : ''}`,
    );
  if (refundRequest !== null)
    lines.push(
      `refund    attempt ${refundRequest.attempt} asked ${isoTime(refundRequest.at)}, not answered yet`,
    );
  if (refundFailure !== null)
    lines.push(`refund    failed ${isoTime(refundFailure.at)}: ${refundFailure.reason}`);
  if (cancellation !== null)
    lines.push(
      `cancel    asked ${isoTime(cancellation.at)} (${cancellation.reason}), ${cancellation.declinedAt === null ? 'undecided' : `declined ${isoTime(cancellation.declinedAt)}`}`,
    );
  if (dispute !== null)
    lines.push(`dispute   ${dispute.id} ${dispute.status} (${dispute.reason}), ${money(dispute.amount)}`);
  return lines;
}
