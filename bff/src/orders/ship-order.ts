import {
  type DeletedOrder,
  isDeleted,
  isOrderRejected,
  type OrderDocument,
  type OrderLog,
  recordAudit,
  requireLive,
} from '@karigar/events';
import type { ShipmentsAnswer } from '../contracts/delivery.ts';
import { problemOf } from '../problem/problem-of.ts';
import { orderIdOf } from './order-access.ts';

/** How a parcel leaves. */
export interface Shipment {
  /** Id or number of the order. */
  readonly order: string;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly despiteCancellation?: true | undefined;
  readonly despiteDispute?: true | undefined;
}

type Origin = Parameters<typeof recordAudit>[1];
type FoundOrder = OrderDocument | DeletedOrder | null;
type Shipped = ShipmentsAnswer['results'][number];

/**
 * Ships one order in an admin's name, or records who carries it if it had left before, and that they did so. Throws what the order log
 * refuses.
 */
export async function shipOrder(log: OrderLog, shipment: Shipment, by: Origin) {
  return shipFound(log, await orderNamed(log, shipment.order), shipment, by);
}

async function orderNamed(log: OrderLog, ref: string): Promise<FoundOrder> {
  const id = await orderIdOf(log, ref);
  return id === null ? null : log.order(id);
}

async function shipFound(log: OrderLog, found: FoundOrder, shipment: Shipment, by: Origin) {
  const order = requireLive(found);
  const { carrier, trackingNumber, despiteCancellation, despiteDispute } = shipment;
  const { changed } = await log.ship({
    orderId: order.id,
    despiteCancellation,
    despiteDispute,
    ...(carrier === '' ? {} : { carrier }),
    ...(trackingNumber === '' ? {} : { trackingNumber }),
    ...by,
  });
  const did = order.shippedAt !== null ? 'tracked' : 'shipped';
  if (changed) await recordAudit(log.redis, by, { kind: `order.${did}`, subject: order.id });
  return { order, outcome: changed ? did : 'unchanged' } as const;
}

/** Ships several orders one after another; one that is refused keeps none of the others back. Throws `LogUnavailableError`. */
export async function shipOrders(
  log: OrderLog,
  shipments: readonly Shipment[],
  by: Origin,
): Promise<Shipped[]> {
  const results: Shipped[] = [];
  for (const shipment of shipments) results.push(await shipped(log, shipment, by));
  return results;
}

async function shipped(log: OrderLog, shipment: Shipment, by: Origin): Promise<Shipped> {
  const order = await orderNamed(log, shipment.order);
  const named = {
    order: shipment.order,
    id: order?.id ?? null,
    number: order === null || isDeleted(order) ? null : order.number,
  };
  try {
    const { outcome } = await shipFound(log, order, shipment, by);
    return { ...named, outcome, code: null, detail: null };
  } catch (error) {
    if (!isOrderRejected(error)) throw error;
    const { code, message } = problemOf(error);
    return { ...named, outcome: 'refused', code, detail: message };
  }
}
