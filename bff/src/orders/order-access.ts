import {
  type DeletedOrder,
  type OrderDocument,
  type OrderLog,
  OrderRejectedError,
  requireLive,
} from '@karigar/events';
import { readNumber } from '../contracts/order-number.ts';
import { notYours } from '../http/authorisation.ts';
import { owns } from '../identity/ownership.ts';
import type { Person } from '../identity/person.ts';
import type { FoundOrder } from '../payments/payment-parts.ts';

/** Finds the id of an order by what people write for it, its id or its number; null when it is neither. */
export async function orderIdOf(log: Pick<OrderLog, 'orderIdAt'>, text: string): Promise<string | null> {
  const number = readNumber(text);
  if (number !== null) return log.orderIdAt(number);
  return /^[\w-]{1,64}$/.test(text) ? text : null;
}

/** Reads the order of an id or number; null when there is none. */
export async function orderNamed(log: OrderLog, text: string): Promise<FoundOrder> {
  const id = await orderIdOf(log, text);
  return id === null ? null : log.order(id);
}

/**
 * Reads the order of an id or number, or what is left of a deleted one, if it is this person's or they are an admin. `asAdmin` says that they act
 * on somebody else's. Throws OrderRejectedError ORDER_NOT_FOUND, and ProblemError 403 for somebody else's id. Of a number, which anybody can
 * count up, a stranger does not learn whether there is such an order.
 */
export async function orderFor(
  log: OrderLog,
  person: Person,
  ref: string,
): Promise<{ order: OrderDocument | DeletedOrder; asAdmin: boolean }> {
  const order = await orderNamed(log, ref);
  if (order === null) throw new OrderRejectedError('ORDER_NOT_FOUND');
  if (await owns(person, order)) return { order, asAdmin: false };
  if (await person.may('admin')) return { order, asAdmin: true };
  throw order.id === ref ? notYours() : new OrderRejectedError('ORDER_NOT_FOUND');
}

/** Like {@link orderFor}, for calls that need the order itself. Throws ORDER_GONE for a deleted one too. */
export async function liveOrderFor(log: OrderLog, person: Person, ref: string) {
  const { order, asAdmin } = await orderFor(log, person, ref);
  return { order: requireLive(order), asAdmin };
}
