import { setTimeout as delay } from 'node:timers/promises';
import { redisKeys } from '@karigar/events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runFollowers } from '../jobs/testing/run-chores.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { customersFollower } from './customer-index.ts';
import { indexCustomers } from './index-customers.ts';
import { IndexShop } from './testing/index-shop.ts';

let shop: IndexShop;
const running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  shop = await IndexShop.start();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await shop.stop();
});

/** Follows the log as a process of the shop does. */
async function follow(parts: Partial<Parameters<typeof indexCustomers>[0]> = {}) {
  const { log, index, personal } = shop;
  const follower = await runFollowers(log, [indexCustomers({ index, log, personal, ...parts })]);
  running.push(follower);
  return follower;
}
const uidsOf = async (text: string) => (await shop.index.find(text)).uids.toSorted();
const found = (text: string) => expect.poll(() => uidsOf(text));
/** Waits until everything that is in the log now is done. */
const caughtUp = () => expect.poll(() => shop.behind(), { timeout: 60_000 }).toBe(0);

it('finds customers of orders from before it began, and of new ones', async () => {
  await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  await follow();
  await found('rahim').toEqual(['u1']);
  await shop.order('u2', 'karim@example.com', 'Karim Uddin');
  await found('uddin').toEqual(['u1', 'u2']);
});

it('finds a customer by whom a corrected order goes to', async () => {
  const orderId = await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  await shop.correct('u1', orderId, 'rahim@example.com', 'Nasreen Akter');
  await follow();
  await found('nasreen').toEqual(['u1']);
  await found('rahim').toEqual(['u1']);
});

it('lets an erased customer go, and brings nobody back', async () => {
  await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  await shop.order('u2', 'karim@example.com', 'Karim Uddin');
  await follow();
  await found('uddin').toEqual(['u1', 'u2']);
  await shop.erase('u1');
  await found('uddin').toEqual(['u2']);
  await running.pop()?.stop();
  await shop.turnBack();
  await follow();
  await caughtUp();
  expect(await uidsOf('uddin')).toEqual(['u2']);
});

it('brings nobody back whose key is there still, also when it is made anew', async () => {
  await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  await shop.erase('u1', { keepKey: true });
  await shop.order('u2', 'karim@example.com', 'Karim Uddin');
  const terms: unknown[] = [];
  const { index, log } = shop;
  const watched = { ...index, add: (...args: Parameters<typeof index.add>) => index.add(...args).then(look) };
  const termsKey = redisKeys.follower(customersFollower, 'terms');
  const look = async () => {
    const stored = await log.redis.run((connection) => connection.hGet(termsKey, 'u1'));
    if (stored !== null && stored !== '-') terms.push(stored);
  };
  await follow({ index: watched });
  await found('uddin').toEqual(['u2']);
  expect(terms).toEqual([]);
});

it('leaves out whose key is missing or destroyed, and goes on', async () => {
  const { personal } = shop;
  await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  await shop.order('u2', 'karim@example.com', 'Karim Uddin');
  await shop.order('u3', 'nina@example.com', 'Nina Uddin');
  await personal.erase('u3');
  const openFor: typeof personal.openFor = (uid, context, sealed) =>
    uid === 'u1'
      ? Promise.reject(new ProblemError('KEY_MISSING', 'lost'))
      : personal.openFor(uid, context, sealed);
  await follow({ personal: { check: personal.check, openFor } });
  await caughtUp();
  expect(await uidsOf('uddin')).toEqual(['u2']);
});

it('waits for a key store that cannot be read, and leaves nobody out', async () => {
  const { personal } = shop;
  await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  let away = true;
  const check = vi.fn(async () => {
    if (away) throw new Error('the disk is away');
  });
  const openFor: typeof personal.openFor = (uid, context, sealed) =>
    away ? Promise.reject(new ProblemError('KEY_MISSING', 'away')) : personal.openFor(uid, context, sealed);
  await follow({ personal: { check, openFor } });
  await expect.poll(() => check.mock.calls.length).toBeGreaterThan(2);
  expect(await shop.behind()).toBeGreaterThan(0);
  away = false;
  await found('rahim').toEqual(['u1']);
});

it('makes the index anew where another log stands in the place of the one before', async () => {
  await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  await follow();
  await found('rahim').toEqual(['u1']);
  const cursor = await shop.log.redis.run((connection) =>
    connection.hGetAll(redisKeys.follower(customersFollower)),
  );
  await shop.replaceLog();
  await shop.order('u2', 'karim@example.com', 'Karim Uddin');
  await shop.order('u2', 'karim@example.com', 'Karim Uddin');
  // What a restore would not bring along, and a copy of the files of Redis would.
  await shop.log.redis.run((connection) => connection.hSet(redisKeys.follower(customersFollower), cursor));
  await found('karim').toEqual(['u2']);
  expect(await uidsOf('rahim')).toEqual([]);
});

it('goes on behind a killed and restarted Redis', async () => {
  await shop.order('u1', 'rahim@example.com', 'Rahim Uddin');
  await follow();
  await found('rahim').toEqual(['u1']);
  await shop.redis.kill();
  await delay(300);
  await shop.redis.restart();
  await shop.order('u2', 'karim@example.com', 'Karim Uddin');
  await found('uddin').toEqual(['u1', 'u2']);
});
