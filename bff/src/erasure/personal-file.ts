import type { OrderLog, RedisClient } from '@karigar/events';
import type { PersonalFile } from '../contracts/personal.ts';
import type { Person } from '../identity/person.ts';
import { orderTimeline } from '../orders/order-timeline.ts';
import { orderViews, type ViewParts } from '../orders/order-view.ts';
import { orderPages } from '../payments/payment-parts.ts';
import { reviewsOf } from '../reviews/review-records.ts';
import type { OpenErasure } from './open-erasure.ts';
import type { PersonRecords } from './person-records.ts';

/** What a person's file is made of. */
export interface PersonalFileParts extends ViewParts, Omit<PersonRecords, 'customers'> {
  log: OrderLog;
  redis: RedisClient;
  erasure: Pick<OpenErasure, 'dueAt'>;
}

/**
 * Gathers everything that the shop shows about a person: account, profiles, orders with their timelines, reviews, devices, and whether an erasure
 * waits. Disputes of payments are in it although the customer's pages leave them out: they are data about the person. Deleted orders can only be found by their id, and are left out. Throws ProblemError
 * KEY_MISSING, and `LogUnavailableError`.
 */
export async function personalFile(parts: PersonalFileParts, person: Person): Promise<PersonalFile> {
  const { log, users, profiles, erasure, devices, waiting } = parts;
  const accounts = await person.accounts();
  const [user, roles, own, reviews, dueAt, known, waitingFor] = await Promise.all([
    users.find(person.email),
    person.roles(),
    profiles.of(accounts),
    reviewsOf(parts, new Set(accounts)),
    erasure.dueAt(person.uid),
    devices.of(person.uid),
    waiting.of(accounts),
  ]);
  const orders: PersonalFile['orders'] = [];
  for await (const page of orderPages(log, { uids: accounts }))
    for (const order of await orderViews(page, parts)) {
      const history = await log.history(order._id);
      orders.push({ ...order, timeline: await orderTimeline(parts.personal, history, null) });
    }
  return {
    madeAt: new Date().toISOString(),
    account: {
      uid: person.uid,
      email: person.email,
      name: person.name,
      createdAt: new Date(user?.createdAt ?? person.signedInAt * 1000).toISOString(),
      verified: person.emailVerified,
      roles: [...roles],
    },
    profiles: own,
    erasesAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    orders,
    reviews,
    waitingFor,
    devices: known.devices,
  };
}
