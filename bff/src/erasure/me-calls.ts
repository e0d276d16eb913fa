import type { OrderLog, RedisClient } from '@karigar/events';
import type { EraseAnswer, PersonalFile } from '../contracts/people.ts';
import { privateCache, privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { normalEmail, type Person } from '../identity/person.ts';
import { orderTimeline } from '../orders/order-timeline.ts';
import { isoOrNull, orderViews, type ViewParts } from '../orders/order-view.ts';
import { orderPages } from '../payments/payment-parts.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { reviewsOf } from '../reviews/review-records.ts';
import type { OpenErasure } from './open-erasure.ts';
import type { PersonRecords } from './person-records.ts';

/** A telephone that was left unlocked is not enough to erase its owner. */
const freshSeconds = 600;

/** What the calls about oneself need. */
interface MeCallParts extends ViewParts, Omit<PersonRecords, 'customers'> {
  log: OrderLog;
  redis: RedisClient;
  erasure: Pick<OpenErasure, 'ask' | 'dueAt'>;
  now?: () => number;
}

/** The calls with which a person takes their data along, and has it erased. */
export function meCalls(parts: MeCallParts) {
  const { erasure, now = Date.now } = parts;
  return {
    async 'GET /me/data'({ c, person }) {
      const file = await personalFile(parts, person);
      // For a person to read.
      return c.body(JSON.stringify(file, null, 2), 200, {
        'Content-Type': 'application/json; charset=utf-8',
        ...privateCache,
        'Content-Disposition': 'attachment; filename="karigar-my-data.json"',
      });
    },
    async 'GET /me'({ person }) {
      const [roles, dueAt] = await Promise.all([person.roles(), erasure.dueAt(person.uid)]);
      return { roles: [...roles], erasesAt: isoOrNull(dueAt) };
    },
    async 'DELETE /me'({ c, person, body }) {
      if (normalEmail(body.confirm) !== person.email)
        throw new ProblemError('CONFIRM_EMAIL', 'This is not the email address of your account.');
      if (now() / 1000 - person.signedInAt > freshSeconds)
        throw new ProblemError(
          'SIGN_IN_TOO_OLD',
          'You signed in more than ten minutes ago. Sign in again, then erase your account.',
        );
      if (await person.may('admin'))
        throw new ProblemError(
          'OWN_RIGHTS',
          'Ask another admin to remove your admin rights first. The shop needs at least one admin.',
        );
      const until = await erasure.ask(person.uid, c.get('requestId'));
      const erased = until === null;
      return privateJson({ erased, waitsUntil: isoOrNull(until) } satisfies EraseAnswer, erased ? 200 : 202);
    },
  } satisfies Partial<Handlers>;
}

/**
 * Gathers everything that the shop shows about a person: account, profiles, orders with their timelines, reviews, devices, and whether an erasure
 * waits. Disputes of payments are in it although the customer's pages leave them out: they are data about the person. Deleted orders can only be found by their id, and are left out. Throws ProblemError
 * KEY_MISSING, and `LogUnavailableError`.
 */
async function personalFile(parts: MeCallParts, person: Person): Promise<PersonalFile> {
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
    erasesAt: isoOrNull(dueAt),
    orders,
    reviews,
    waitingFor,
    devices: known.devices,
  };
}
