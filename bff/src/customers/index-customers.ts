import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrderLog } from '@karigar/events';
import { LRUCache } from 'lru-cache';
import type { Follower } from '../jobs/follow-log.ts';
import { findBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { type Customer, type CustomerIndex, customersFollower } from './customer-index.ts';

/** What the index is made with. */
interface IndexParts {
  index: CustomerIndex;
  log: Pick<OrderLog, 'order' | 'erasedPersons'>;
  personal: Pick<Personal, 'openFor' | 'check'>;
}

/**
 * Makes the follower that keeps the index of customers. It removes an erased person for good, and leaves a person out whose key is missing until
 * their next order or until the index is rebuilt. It waits while the key store cannot be read at all.
 */
export function indexCustomers({ index, log, personal }: IndexParts): Follower {
  // One lost key must not stop the follower, but a store that is away must not leave everybody out.
  const unlessMissing = async (error: unknown): Promise<null> => {
    if (!isProblemError(error, 'KEY_MISSING')) throw error;
    await personal.check();
    return null;
  };

  /** Terms of customers who ordered lately. */
  const recent = new LRUCache<string, string[]>({ max: 1_000 });

  return {
    name: customersFollower,
    beginsAt: 'start',
    async take(events) {
      await index.remove(events.filter(({ type }) => type === 'person.erased').map(({ subject }) => subject));
      const customers = new Map<string, Customer>();
      for (const event of events) {
        if (event.type !== 'order.created' && event.type !== 'order.corrected') continue;
        const { subject: id, data } = event;
        const uid = 'uid' in data ? data.uid : (await log.order(id))?.uid;
        if (uid === undefined) continue;
        const buyer = await findBuyer(personal, { id, uid, person: data.person }).catch(unlessMissing);
        if (buyer === null || buyer === 'erased') continue;
        const { email, name } = buyer;
        // A hash, so that no name stays in memory when its person is erased.
        const key = hash('sha256', JSON.stringify([uid, email, name]));
        const terms = recent.get(key) ?? index.termsOf({ email, name });
        recent.set(key, terms);
        customers.set(key, { uid, terms });
        // Lets the server answer requests between two customers.
        await nextTurn();
      }
      await index.add([...customers.values()]);
    },
    async forget() {
      await index.clear();
      // Asked afterwards: who is erased meanwhile is in the answer, or removed behind the clearing.
      await index.remove(await log.erasedPersons());
    },
  };
}
