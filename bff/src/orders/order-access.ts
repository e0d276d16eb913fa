import {
  type DeletedOrder,
  isDeleted,
  type OrderDocument,
  type OrderLog,
  OrderRejectedError,
} from '@karigar/events';
import { notYours } from '../http/authorisation.ts';
import { owns } from '../identity/ownership.ts';
import type { Person } from '../identity/person.ts';

const plainId = /^[\w-]{1,64}$/;

/**
 * Reads the order, or what is left of a deleted one, if it is this person's or they are an admin. `asAdmin` says that they act
 * on somebody else's. Throws OrderRejectedError ORDER_NOT_FOUND, and ProblemError 403 for somebody else's.
 */
export async function orderFor(
  log: OrderLog,
  person: Person,
  id: string,
): Promise<{ order: OrderDocument | DeletedOrder; asAdmin: boolean }> {
  const order = plainId.test(id) ? await log.order(id) : null;
  if (order === null) throw new OrderRejectedError('ORDER_NOT_FOUND');
  if (await owns(person, order)) return { order, asAdmin: false };
  if (await person.isAdmin()) return { order, asAdmin: true };
  throw notYours();
}

/** Like {@link orderFor}, for calls that need the order itself. Throws ORDER_GONE for a deleted one too. */
export async function liveOrderFor(
  log: OrderLog,
  person: Person,
  id: string,
): Promise<{ order: OrderDocument; asAdmin: boolean }> {
  const { order, asAdmin } = await orderFor(log, person, id);
  if (isDeleted(order)) throw new OrderRejectedError('ORDER_GONE');
  return { order, asAdmin };
}
