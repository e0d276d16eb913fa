import { hash, randomUUID } from 'node:crypto';
import {
  isDeleted,
  isOrderRejected,
  type OrderDocument,
  type OrderLog,
  OrderRejectedError,
  orderIdFor,
  type UnpaidLimits,
} from '@karigar/events';
import type { NewOrder } from '../contracts/order.ts';
import type { Person } from '../identity/person.ts';
import { sealBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { countOrder, type DailyOrders } from './daily-orders.ts';

/** What placing an order needs beside the request. */
export interface PlaceOrderParts {
  readonly log: OrderLog;
  readonly catalogue: Catalogue;
  readonly personal: Personal;
  readonly unpaidLimits: UnpaidLimits | undefined;
  readonly dailyOrders: DailyOrders;
}

/**
 * Places an order for a person. The same `idempotencyKey` always names the same order, whatever has happened to the tool
 * since; without one each call is an order of its own. Throws ProblemError TOOL_AMBIGUOUS and TOO_MANY_ORDERS, and the refusals of
 * the order log.
 */
export async function placeOrder(
  parts: PlaceOrderParts,
  person: Person,
  order: NewOrder,
  request: { idempotencyKey: string | undefined; correlationId: string },
): Promise<{ order: OrderDocument; repeated: boolean }> {
  const idempotencyKey = request.idempotencyKey ?? randomUUID();
  const orderId = orderIdFor(person.uid, idempotencyKey);
  const toolId = order.toolId ?? (await toolIdByName(parts, order.toolsName ?? '', orderId));
  const { name, address, city, zip, phone = '' } = order;
  const buyer = { email: person.email, name, address, city, zip, phone };
  const takeBack = await countOrder(parts.log.redis, person, parts.dailyOrders).catch(
    async (error: unknown) => {
      // A repeat hears of its order however many others there are.
      if (isProblemError(error) && (await parts.log.order(orderId)) !== null) return null;
      throw error;
    },
  );
  const command = {
    uid: person.uid,
    idempotencyKey,
    requestHash: parts.personal.hashOf(requestHash(order)),
    person: await sealBuyer(parts.personal, person.uid, orderId, buyer),
    toolId,
    quantity: order.quantity,
    unitPrice: order.unitPrice,
    actor: `user:${person.uid}`,
    correlationId: request.correlationId,
    limits: parts.unpaidLimits,
  };
  const placed = await parts.log.place(command).catch(async (error: unknown) => {
    if (isOrderRejected(error)) await takeBack?.();
    throw error;
  });
  if (placed.repeated) await takeBack?.();
  return placed;
}

/** The old client names the tool only; a repeat must find its order even after the tool was renamed or taken away. */
async function toolIdByName(parts: PlaceOrderParts, name: string, orderId: string): Promise<string> {
  const { tools } = await parts.catalogue.snapshot();
  const named = tools.filter((tool) => tool.name === name);
  const [only] = named;
  if (only && named.length === 1) return only._id;
  const repeated = await parts.log.order(orderId);
  if (repeated !== null && !isDeleted(repeated)) return repeated.toolId;
  if (named.length > 1)
    throw new ProblemError('TOOL_AMBIGUOUS', 'Several tools have this name; send toolId.', {
      members: { tools: named.map((tool) => tool._id) },
    });
  throw new OrderRejectedError('TOOL_NOT_FOUND');
}

/** The same fields always give the same hash; fields that the server ignores do not count. An address can be guessed from it. */
function requestHash(order: NewOrder): string {
  const fields = [
    order.toolId,
    order.toolsName,
    order.name,
    order.address,
    order.city,
    order.zip,
    order.quantity,
    order.unitPrice,
    // Orders without one keep the hash that releases gave them which knew no telephone.
    ...(order.phone ? [order.phone] : []),
  ];
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 32);
}
