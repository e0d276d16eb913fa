import { type DeletedOrder, isDeleted, type OrderDocument, type OrderLog } from '@karigar/events';
import { notYours } from '../http/admission.ts';
import { ProblemError } from '../http/problem-error.ts';
import { normalEmail, type Person } from '../identity/person.ts';

const plainId = /^[\w-]{1,64}$/;
const unknownOrder = () => new ProblemError(404, 'ORDER_NOT_FOUND', 'There is no such order.');

/** Whether an order is this person's own. */
export const ownsOrder = (person: Person, order: { readonly email: string }): boolean =>
  normalEmail(order.email) === person.email;

/**
 * The order, or what is left of a deleted one, if it is this person's or they are an admin. `asAdmin` says that they act
 * on somebody else's. Throws ProblemError 404 for an order that never was, 403 for somebody else's.
 */
export async function orderFor(
  log: OrderLog,
  person: Person,
  id: string,
): Promise<{ order: OrderDocument | DeletedOrder; asAdmin: boolean }> {
  if (!plainId.test(id)) throw unknownOrder();
  const order = await log.order(id);
  if (order === null) throw unknownOrder();
  if (ownsOrder(person, order)) return { order, asAdmin: false };
  if (await person.isAdmin()) return { order, asAdmin: true };
  throw notYours();
}

/** Like {@link orderFor}, for calls that need the order itself. Throws ProblemError 404 ORDER_GONE for a deleted one. */
export async function liveOrderFor(
  log: OrderLog,
  person: Person,
  id: string,
): Promise<{ order: OrderDocument; asAdmin: boolean }> {
  const { order, asAdmin } = await orderFor(log, person, id);
  if (isDeleted(order)) throw new ProblemError(404, 'ORDER_GONE', 'This order was deleted.');
  return { order, asAdmin };
}
