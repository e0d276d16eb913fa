import {
  type DeletedOrder,
  isDeleted,
  type OrderDocument,
  type RecordedEvent,
  type Verification,
} from '@karigar/events';
import { showNumber } from '../contracts/order-number.ts';
import { isoTime } from './output.ts';

/** One event in a line. */
export function eventLine({ seq, ts, type, v, subject, actor }: RecordedEvent): string {
  return `${String(seq).padStart(8)}  ${isoTime(ts)}  ${type}${v === 0 ? '' : ` v${v}`}  ${subject}  ${actor}`;
}

/** An order as a person reads it, a field a line. Who the customer is stays sealed: the shop's own pages open it. */
export function orderLines(order: OrderDocument | DeletedOrder): string[] {
  const version = `version   ${order.version} (events ${order.seqs.join(', ')})`;
  if (isDeleted(order))
    return [
      `order     ${order.id} (deleted ${isoTime(order.deletedAt)})`,
      `reason    ${order.reason}`,
      `customer  ${order.uid}`,
      version,
    ];
  const { refund, refundRequest, refundFailure, cancellation, dispute } = order;
  return [
    `order     ${showNumber(order.number)} ${order.id}`,
    `tool      ${order.quantity} x ${order.toolsName} at $${order.unitPrice} = $${order.price}`,
    `customer  ${order.uid}`,
    `placed    ${isoTime(order.createdAt)}`,
    `payment   ${order.status === 'unpaid' ? 'unpaid' : `paid ${isoTime(order.paidAt)} with ${order.transactionId}`}`,
    `shipping  ${shipping(order)}`,
    order.correctedAt !== null && `corrected ${isoTime(order.correctedAt)}, ${order.corrections} in all`,
    refund !== null &&
      refund.amount > 0 &&
      `refund    ${money(refund.amount)} given back ${isoTime(refund.at)}${refund.restocked ? ', pieces back in stock' : ''}`,
    refundRequest !== null &&
      `refund    attempt ${refundRequest.attempt} asked ${isoTime(refundRequest.at)}, not answered yet`,
    refundFailure !== null && `refund    failed ${isoTime(refundFailure.at)}: ${refundFailure.reason}`,
    cancellation !== null &&
      `cancel    asked ${isoTime(cancellation.at)} (${cancellation.reason}), ${cancellation.declinedAt === null ? 'undecided' : `declined ${isoTime(cancellation.declinedAt)}`}`,
    dispute !== null &&
      `dispute   ${dispute.id} ${dispute.status} (${dispute.reason}), ${money(dispute.amount)}`,
    version,
  ].filter((line) => line !== false);
}

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function shipping({ status, shippedAt, carrier, trackingNumber }: OrderDocument): string {
  if (shippedAt === null) return status === 'refunded' ? 'none: the order is refunded' : 'pending';
  const by = carrier === null ? '' : ` by ${carrier}`;
  return `shipped ${isoTime(shippedAt)}${by}${trackingNumber === null ? '' : `, tracking number ${trackingNumber}`}`;
}

const shownDifferences = 50;

/** Differences, a line each, as many as a person would read. */
export function differenceLines({
  differences,
  count,
}: Pick<Verification, 'differences' | 'count'>): string[] {
  const lines = differences
    .slice(0, shownDifferences)
    .map(
      ({ kind, seq, subject, message }) =>
        `${kind.toUpperCase().padEnd(8)} ${seq === null ? '' : `event ${seq} `}${subject}: ${message}`,
    );
  if (count > shownDifferences)
    lines.push(`… and ${count - shownDifferences} more (--json shows a thousand)`);
  return lines;
}
