import { isDeleted, isOrderRejected, type OrderLog, requireLive } from '@karigar/events';
import { type AuditOrigin, recordAudit } from '../audit.ts';
import type { Shipment, ShipmentsAnswer } from '../contracts/delivery.ts';
import type { FoundOrder } from '../payments/payment-parts.ts';
import { problemOf } from '../problem/problem-of.ts';
import { orderNamed } from './order-access.ts';

/**
 * Ships one order in the name of an admin or packer, or records who carries it if it had left before, and that they did so. Throws what the order log
 * refuses.
 */
export async function shipOrder(
  log: OrderLog,
  found: FoundOrder,
  { carrier, trackingNumber, despiteCancellation, despiteDispute }: Omit<Shipment, 'order'>,
  by: AuditOrigin,
): Promise<'shipped' | 'tracked' | 'unchanged'> {
  const { id, shippedAt } = requireLive(found);
  const { changed } = await log.ship({
    orderId: id,
    despiteCancellation,
    despiteDispute,
    carrier: carrier || null,
    trackingNumber: trackingNumber || null,
    ...by,
  });
  if (!changed) return 'unchanged';
  const did = shippedAt === null ? 'shipped' : 'tracked';
  await recordAudit(log.redis, by, { kind: `order.${did}`, subject: id });
  return did;
}

/** Ships several orders one after another; one that is refused keeps none of the others back. Throws `LogUnavailableError`. */
export async function shipOrders(
  log: OrderLog,
  shipments: readonly Shipment[],
  by: AuditOrigin,
): Promise<ShipmentsAnswer> {
  const results: ShipmentsAnswer['results'] = [];
  for (const shipment of shipments) {
    const { order } = shipment;
    const found = await orderNamed(log, order);
    const id = found?.id ?? null;
    const number = found === null || isDeleted(found) ? null : found.number;
    try {
      const outcome = await shipOrder(log, found, shipment, by);
      results.push({ order, id, number, outcome, code: null, detail: null });
    } catch (error) {
      if (!isOrderRejected(error)) throw error;
      const { code, message: detail } = problemOf(error);
      results.push({ order, id, number, outcome: 'refused', code, detail });
    }
  }
  return { results };
}
