import { randomUUID } from 'node:crypto';
import {
  isDeleted,
  isOrderRejected,
  type OrderDocument,
  OrderRejectedError,
  orderIdFor,
} from '@karigar/events';
import { currency } from '../contracts/money.ts';
import type { NewOrder } from '../contracts/order.ts';
import type { Person } from '../identity/person.ts';
import { sealBuyer } from '../personal/buyer.ts';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { countOrder } from './daily-orders.ts';
import type { OrderParts } from './order-parts.ts';

/**
 * Places an order for a person. The same `idempotencyKey` always names the same order, whatever has happened to the tool
 * since. Throws ProblemError TOOL_AMBIGUOUS and TOO_MANY_ORDERS, and the refusals of the order log.
 */
export async function placeOrder(
  parts: OrderParts,
  person: Person,
  order: NewOrder,
  correlationId: string,
  idempotencyKey: string = randomUUID(),
): Promise<{ order: OrderDocument; repeated: boolean }> {
  const { log, personal } = parts;
  const { uid, email } = person;
  const orderId = orderIdFor(uid, idempotencyKey);
  const toolId = order.toolId ?? (await toolIdByName(parts, order.toolsName ?? '', orderId));
  const { name, address, city, zip, phone = '', quantity, unitPrice } = order;
  // What makes a repetition the same request: fields that the server ignores do not count.
  const told = [order.toolId, order.toolsName, name, address, city, zip, quantity, unitPrice, phone];
  const takeBack = await countOrder(log.redis, person, parts.dailyOrders).catch(async (error: unknown) => {
    // A repeated call gets its order, however many others there are.
    if (isProblemError(error) && (await log.order(orderId)) !== null) return null;
    throw error;
  });
  const command = {
    uid,
    idempotencyKey,
    // Keyed: an address can be guessed from it.
    requestHash: personal.hashOf(JSON.stringify(told)),
    ...(currency() !== 'USD' && { currency: currency() }),
    person: await sealBuyer(personal, uid, orderId, { email, name, address, city, zip, phone }),
    toolId,
    quantity,
    unitPrice,
    actor: `user:${uid}`,
    correlationId,
    limits: parts.unpaidLimits,
  };
  const placed = await log.place(command).catch(async (error: unknown) => {
    if (isOrderRejected(error)) await takeBack?.();
    throw error;
  });
  if (placed.repeated) await takeBack?.();
  return placed;
}

/** The old client names the tool only; a repeat must find its order even after the tool was renamed or taken away. */
async function toolIdByName({ catalogue, log }: OrderParts, name: string, orderId: string): Promise<string> {
  const named = (await catalogue.snapshot()).tools.filter((tool) => tool.name === name);
  const [only] = named;
  if (only && named.length === 1) return only._id;
  const repeated = await log.order(orderId);
  if (repeated !== null && !isDeleted(repeated)) return repeated.toolId;
  if (named.length > 1)
    throw new ProblemError('TOOL_AMBIGUOUS', 'Several tools have this name; send toolId.', {
      members: { tools: named.map((tool) => tool._id) },
    });
  throw new OrderRejectedError('TOOL_NOT_FOUND');
}
