import { type OrderLog, orderIdFor } from '@karigar/events';
import { ProblemError } from '../http/problem-error.ts';

/**
 * Refuses one more order to a person who has `max` unpaid ones already (0: no limit), so that nobody holds the stock without
 * paying. Sending the same order again is always allowed. Throws ProblemError 409 TOO_MANY_UNPAID with `orders`, their ids. The
 * limit is against habit, not against races: orders sent in the same instant may pass it.
 */
export async function checkUnpaidLimit(
  log: OrderLog,
  max: number,
  person: { readonly uid: string; readonly email: string },
  idempotencyKey: string,
): Promise<void> {
  if (max === 0) return;
  const { orders, total } = await log.orders({ state: 'unpaid', email: person.email, limit: max });
  if (total < max) return;
  if ((await log.order(orderIdFor(person.uid, idempotencyKey))) !== null) return;
  throw new ProblemError(
    409,
    'TOO_MANY_UNPAID',
    `You have ${total} unpaid orders. Pay or delete one before you order again.`,
    { members: { orders: orders.map(({ id }) => id) } },
  );
}
