import { isDeleted, isOrderRejected, type OrderLog, type RejectionCode, requireLive } from '@karigar/events';
import { type AuditOrigin, recordAudit } from '../audit.ts';
import type { Shipment, ShipmentsAnswer } from '../contracts/delivery.ts';
import type { FoundOrder } from '../payments/payment-parts.ts';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { problemOf } from '../problem/problem-of.ts';
import { orderNamed } from './order-access.ts';
import { isParcel } from './parcel.ts';

/** Who ships. A packer is told nothing about the payment of an order that cannot be shipped. */
export interface Shipper extends AuditOrigin {
  isAdmin: boolean;
}

/** Leaves out the orders that a packer does not see. */
const seenBy = ({ isAdmin }: Shipper, found: FoundOrder): FoundOrder =>
  isAdmin || isParcel(found) ? found : null;

/** Refusals that only an admin may read and decide about. */
const decidedByAdmins: readonly RejectionCode[] = [
  'CANCELLATION_REQUESTED',
  'PAYMENT_DISPUTED',
  'REFUND_PENDING',
  'ORDER_REFUNDED',
];

/**
 * Ships one order in the name of an admin or packer, or records who carries it if it had left before, and that they did so. Throws what the order log
 * refuses; to a packer ORDER_NOT_FOUND or FORBIDDEN in place of refusals that tell of money.
 */
export async function shipOrder(
  log: OrderLog,
  found: FoundOrder,
  { carrier, trackingNumber, despiteCancellation, despiteDispute }: Omit<Shipment, 'order'>,
  by: Shipper,
): Promise<'shipped' | 'tracked' | 'unchanged'> {
  const { id, shippedAt } = requireLive(seenBy(by, found));
  const { isAdmin, ...origin } = by;
  const shipping = log.ship({
    orderId: id,
    despiteCancellation,
    despiteDispute,
    carrier: carrier || null,
    trackingNumber: trackingNumber || null,
    ...origin,
  });
  const { changed } = await shipping.catch((error: unknown) => {
    if (!isAdmin && isOrderRejected(error) && decidedByAdmins.includes(error.code))
      throw new ProblemError('FORBIDDEN', 'This order is on hold. An admin decides about it.');
    throw error;
  });
  if (!changed) return 'unchanged';
  const did = shippedAt === null ? 'shipped' : 'tracked';
  await recordAudit(log.redis, by, { kind: `order.${did}`, subject: id });
  return did;
}

/**
 * Ships several orders one after another; one that is refused keeps none of the others back. Orders after the moment at which the shipper may not ship any
 * more are refused. Throws ProblemError INVALID, before anything is sent, for a list that names an order twice, and `LogUnavailableError`.
 */
export async function shipOrders(
  log: OrderLog,
  shipments: readonly Shipment[],
  by: Shipper,
  stillAllowed: () => Promise<void>,
): Promise<ShipmentsAnswer> {
  const named: { shipment: Shipment; found: FoundOrder }[] = [];
  for (const shipment of shipments)
    named.push({ shipment, found: seenBy(by, await orderNamed(log, shipment.order)) });
  refuseRepeated(named.map(({ shipment, found }) => found?.id ?? shipment.order));
  const results: ShipmentsAnswer['results'] = [];
  for (const { shipment, found } of named) {
    const { order } = shipment;
    const id = found?.id ?? null;
    const number = found === null || isDeleted(found) ? null : found.number;
    try {
      await stillAllowed();
      const outcome = await shipOrder(log, found, shipment, by);
      results.push({ order, id, number, outcome, code: null, detail: null });
    } catch (error) {
      if (!isOrderRejected(error) && !isProblemError(error)) throw error;
      const { code, message: detail } = problemOf(error);
      results.push({ order, id, number, outcome: 'refused', code, detail });
    }
  }
  return { results };
}

/** Refuses a list that names one order twice: only one of two tracking numbers can be meant. Throws ProblemError INVALID. */
function refuseRepeated(orders: readonly string[]): void {
  const errors = orders.flatMap((order, at) => {
    const first = orders.indexOf(order);
    const message = `Shipment ${at + 1} names the same order as shipment ${first + 1}. Send each order once.`;
    return first === at ? [] : [{ field: `shipments.${at}.order`, message }];
  });
  if (errors[0] !== undefined) throw new ProblemError('INVALID', errors[0].message, { errors });
}
