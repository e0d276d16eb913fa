import { type OrderDocument, type OrderLog, OrderRejectedError, type Origin } from '@karigar/events';
import type { DeliveryCorrection } from '../contracts/delivery.ts';
import { type Buyer, openOrder, sealBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';

/**
 * Sends the parcel of an order that has not left to a corrected name, address or telephone. What is so already changes nothing. Throws
 * the refusals of the order log, of which VERSION_CONFLICT says that somebody has corrected it meanwhile, and ProblemError KEY_MISSING.
 */
export async function correctDelivery(
  { log, personal }: { readonly log: OrderLog; readonly personal: Personal },
  order: OrderDocument,
  { corrections, ...wanted }: DeliveryCorrection,
  origin: Origin,
): Promise<{ order: OrderDocument; changed: boolean }> {
  const { email, name, address, city, zip, phone } = await openOrder(personal, order);
  const before: Buyer = { email, name, address, city, zip, phone };
  // A parcel without a name finds nobody.
  const after: Buyer = { ...before, ...wanted, name: wanted.name || name, phone: wanted.phone ?? phone };
  // Asked before the count: a correction whose answer was lost is sent again with the count of before it.
  if (JSON.stringify(before) === JSON.stringify(after)) return { order, changed: false };
  if (corrections !== undefined && corrections !== order.corrections)
    throw new OrderRejectedError('VERSION_CONFLICT');
  return log.correct({
    orderId: order.id,
    person: await sealBuyer(personal, order.uid, order.id, after),
    seen: order.corrections,
    ...origin,
  });
}
