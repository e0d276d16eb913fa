import { usePersonQuery } from './person-data.ts';
import type { PersonDb } from './person-db.ts';

/** How many orders of a person wait for them: those that have not reached the shop, and those that are not paid. */
async function countWaitingOrders(db: PersonDb): Promise<number> {
  const unsent = db.outbox.where('status').notEqual('accepted');
  const [atHome, unpaid] = await Promise.all([
    unsent.filter(({ work }) => work.kind === 'order').count(),
    db.orders.filter(({ paid }) => !paid).count(),
  ]);
  return atHome + unpaid;
}

/** How many orders wait for the signed-in person, followed; 0 while that is unknown. */
export const useWaitingOrders = (): number => usePersonQuery(countWaitingOrders, 0) ?? 0;
