import { hash, randomUUID } from 'node:crypto';
import {
  isDeleted,
  type OrderDocument,
  type OrderLog,
  OrderRejectedError,
  orderIdFor,
} from '@karigar/events';
import type { NewOrder } from '../contracts/order.ts';
import type { Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Catalogue } from '../tools/catalogue.ts';

/** What placing an order needs beside the request. */
export interface PlaceOrderParts {
  readonly log: OrderLog;
  readonly catalogue: Catalogue;
  /** 0 = no limit. */
  readonly maxUnpaidOrders: number;
}

/**
 * Places an order for a person. The same `idempotencyKey` always names the same order, whatever has happened to the tool
 * since; without one each call is an order of its own. Throws ProblemError TOOL_AMBIGUOUS or TOO_MANY_UNPAID, and the
 * refusals of the order log.
 */
export async function placeOrder(
  parts: PlaceOrderParts,
  person: Person,
  order: NewOrder,
  request: { idempotencyKey: string | undefined; correlationId: string },
): Promise<{ order: OrderDocument; repeated: boolean }> {
  const idempotencyKey = request.idempotencyKey ?? randomUUID();
  const earlier = () =>
    request.idempotencyKey === undefined
      ? Promise.resolve(null)
      : parts.log.order(orderIdFor(person.uid, idempotencyKey));
  const toolId = order.toolId ?? (await toolIdByName(parts, order.toolsName ?? '', earlier));
  await refuseTooManyUnpaid(parts, person, earlier);
  return parts.log.place({
    uid: person.uid,
    idempotencyKey,
    requestHash: requestHash(order),
    email: person.email,
    name: order.name,
    address: order.address,
    city: order.city,
    zip: order.zip,
    toolId,
    quantity: order.quantity,
    unitPrice: order.unitPrice,
    actor: `user:${person.uid}`,
    correlationId: request.correlationId,
  });
}

type Earlier = () => ReturnType<OrderLog['order']>;

/** The old client names the tool only; a repeat must find its order even after the tool was renamed or taken away. */
async function toolIdByName(parts: PlaceOrderParts, name: string, earlier: Earlier): Promise<string> {
  const { tools } = await parts.catalogue.snapshot();
  const named = tools.filter((tool) => tool.name === name);
  const [only] = named;
  if (only && named.length === 1) return only._id;
  const repeated = await earlier();
  if (repeated !== null && !isDeleted(repeated)) return repeated.toolId;
  if (named.length > 1)
    throw new ProblemError('TOOL_AMBIGUOUS', 'Several tools have this name; send toolId.', {
      members: { tools: named.map((tool) => tool._id) },
    });
  throw new OrderRejectedError('TOOL_NOT_FOUND');
}

/**
 * Counts before placing: a person who sends many orders at the same instant may get a few over the limit, which holds
 * stock for the reservation time only and is worth less than a second lock around every sale.
 */
async function refuseTooManyUnpaid(parts: PlaceOrderParts, person: Person, earlier: Earlier): Promise<void> {
  if (parts.maxUnpaidOrders === 0) return;
  const unpaid = await parts.log.orders({
    states: ['unpaid'],
    email: person.email,
    limit: Math.min(parts.maxUnpaidOrders, 100),
  });
  if (unpaid.total < parts.maxUnpaidOrders || (await earlier()) !== null) return;
  throw new ProblemError(
    'TOO_MANY_UNPAID',
    `You have ${unpaid.total} unpaid orders. Pay or delete one of them first.`,
    { members: { orders: unpaid.orders.map((order) => order.id) } },
  );
}

/** The same fields always give the same hash; fields that the server ignores do not count. */
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
  ];
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 32);
}
