import { createHash } from 'node:crypto';
import { openOrderLog, openScanConnection, redisKeys, type ScanConnection } from '@karigar/events';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../contracts/people.ts';
import { profileRecords } from '../people/profile-records.ts';
import { userRecords } from '../people/user-records.ts';
import { cachedKeys } from '../personal/cached-keys.ts';
import { openPersonal, type Personal } from '../personal/personal.ts';
import { memoryKeyStore } from '../personal/testing/memory-key-store.ts';
import { reviewPage } from '../reviews/review-records.ts';
import { accountsByAddress } from './accounts-by-address.ts';
import { recordsAreClear, sealRecords } from './seal-records.ts';
import { shopSealer } from './shop-sealer.ts';

let redis: TestRedis;
let scan: ScanConnection;
let log: Awaited<ReturnType<typeof openOrderLog>>;
let personal: Personal;
const day = 1_700_000_000_000;
const email = 'Asma@Buyers.example';
const words = ['asma', 'school of asma', 'asma likes it'];
const formerName = (address: string) =>
  createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32);
const writeUser = async (address: string, uid: string, more: object = {}) => {
  const user = { email: address.toLowerCase(), uid, role: 'user', createdAt: day, verified: true, ...more };
  await scan.set(redisKeys.user(formerName(address)), JSON.stringify(user));
  await scan.zadd(redisKeys.users, day, formerName(address));
};
const profile: Profile = {
  ...{ phone: '1', education: 'school of asma', country: 'Bangladesh', city: 'Dhaka', zip: '1207' },
  ...{ linkedin: '', name: 'asma', email: email.toLowerCase(), photoURL: '' },
};
const writeProfile = (address: string, more: object = {}) =>
  scan.set(redisKeys.profile(formerName(address)), JSON.stringify({ ...profile, ...more }));
const writeReview = async (id: string, uid: string) => {
  const review = { id, uid, name: 'asma', reviews: 'asma likes it', rating: 4, createdAt: day };
  await scan.set(redisKeys.review(id), JSON.stringify(review));
  await scan.zadd(redisKeys.reviews, day, id);
};

beforeAll(async () => {
  redis = await startRedis();
  scan = await openScanConnection(redis.url, 'test');
});
beforeEach(async () => {
  await log?.close();
  await scan.flushall();
  log = await openOrderLog({ url: redis.url });
  personal = await openPersonal(cachedKeys(memoryKeyStore()), () => undefined);
});
afterAll(async () => {
  scan?.disconnect();
  await log?.close();
  await redis?.stop();
});

const seal = async (by: Personal = personal) =>
  sealRecords(scan, by, await accountsByAddress(scan, personal));
const users = () => userRecords({ redis: log.redis, personal, adminEmails: new Set() });
const profiles = () => profileRecords(log.redis, personal);
const reviews = async () => (await reviewPage({ redis: log.redis, personal }, { limit: 50 })).reviews;

/** Everything in Redis as one text. */
async function everything(): Promise<string> {
  const texts: string[] = [];
  for (const key of await scan.keys('*')) {
    const type = await scan.type(key);
    if (type === 'string') texts.push(`${await scan.get(key)}`);
    if (type === 'stream') texts.push(JSON.stringify(await scan.xrange(key, '-', '+')));
    texts.push(key);
  }
  return texts.join('\n').toLowerCase();
}

describe('records in which somebody can be read', () => {
  beforeEach(async () => {
    await writeUser(email, 'asma', { role: 'admin' });
    await writeProfile(email);
    await writeReview('rev_1', 'asma');
    for (let turn = 0; turn < 1_100; turn += 1)
      await scan.xadd(redisKeys.audit, `${turn + 1}-0`, 'actor', `admin:${email}`, 'detail', `{"n":${turn}}`);
  });

  it('say the same to those who may read them, and nothing to anybody else', async () => {
    const before = await scan.xrange(redisKeys.audit, '-', '+');
    expect(await recordsAreClear(scan)).toBe(true);
    await seal();
    expect(await recordsAreClear(scan)).toBe(false);
    expect(await users().find(email)).toMatchObject({ uid: 'asma', role: 'admin', verified: true });
    const { users: listed } = await users().page({ search: '', limit: 10, offset: 0 });
    expect(listed).toMatchObject([{ email: email.toLowerCase(), createdAt: day }]);
    expect(await users().emailsOf(['asma'])).toEqual(new Map([['asma', email.toLowerCase()]]));
    expect(await profiles().find(['asma'])).toEqual(profile);
    expect(await reviews()).toMatchObject([{ name: 'asma', reviews: 'asma likes it', rating: 4 }]);
    const after = await scan.xrange(redisKeys.audit, '-', '+');
    expect(after).toEqual(before.map(([id, fields]) => [id, fields.with(1, 'admin:asma')]));
    for (const word of [...words.slice(1), 'buyers.example', formerName(email)])
      expect([word, (await everything()).includes(word)]).toEqual([word, false]);
  });

  it('are sealed to the end by the next try, wherever those before were cut off', async () => {
    for (let cut = 0; cut < 3; cut += 1) {
      let left = Math.min(cut, 1);
      const failing: Personal = {
        ...personal,
        sealFor: (...args) => (left-- > 0 ? personal.sealFor(...args) : Promise.reject(new Error('cut off'))),
      };
      await expect(seal(failing)).rejects.toThrow('cut off');
    }
    await seal();
    expect(await users().find(email)).toMatchObject({ uid: 'asma', role: 'admin' });
    expect(await profiles().find(['asma'])).toEqual(profile);
    expect(await reviews()).toHaveLength(1);
    expect(await everything()).not.toContain('buyers.example');
  });
});

describe('what a newer release stored meanwhile', () => {
  it('stays, and is joined by what the account of the same address had', async () => {
    await writeUser(email, 'asma-before', { role: 'admin', createdAt: day - 5 });
    await users().signedIn({
      uid: 'asma',
      email: email.toLowerCase(),
      emailVerified: true,
      name: '',
      signedInAt: 0,
    });
    await profiles().save(
      { uid: 'asma', email: email.toLowerCase(), emailVerified: true, name: '', signedInAt: 0 },
      { ...profile, city: 'Khulna' },
    );
    await writeProfile(email, { uid: 'asma' });
    await seal();
    expect(await users().find(email)).toMatchObject({
      ...{ uid: 'asma', former: ['asma-before'], role: 'admin', createdAt: day - 5 },
    });
    expect(await users().page({ search: '', limit: 10, offset: 0 })).toMatchObject({ total: 1 });
    expect(await profiles().find(['asma'])).toMatchObject({ city: 'Khulna' });
  });

  it('gives nothing of it to an account that has not proven the address', async () => {
    await writeUser(email, 'asma-before', { role: 'admin' });
    const stranger = { uid: 'stranger', email: email.toLowerCase(), emailVerified: false };
    await users().signedIn({ ...stranger, name: '', signedInAt: 0 });
    await seal();
    expect(await users().find(email)).toMatchObject({ uid: 'stranger', former: [], role: 'user' });
  });
});

it('an account that has another address by now gives the former one up', async () => {
  await writeUser(email, 'asma', { role: 'admin' });
  const moved = { uid: 'asma', email: 'asma@elsewhere.example', emailVerified: true };
  await users().signedIn({ ...moved, name: '', signedInAt: 0 });
  await seal();
  expect(await users().find(email)).toBeNull();
  expect(await users().find(moved.email)).toMatchObject({ uid: 'asma', role: 'user' });
});

it('a profile of nobody goes, because nobody could see it', async () => {
  await writeProfile(email);
  await seal();
  expect(await scan.keys(redisKeys.profile('*'))).toEqual([]);
});

it('of somebody who was erased nothing comes back but the stars of a review', async () => {
  await writeUser(email, 'asma');
  await writeProfile(email);
  await writeReview('rev_1', 'asma');
  await personal.erase('asma');
  const accounts = await accountsByAddress(scan, personal);
  await seal();
  expect(await users().find(email)).toBeNull();
  expect(await scan.keys(redisKeys.profile('*'))).toEqual([]);
  expect(await reviews()).toMatchObject([{ name: 'A customer', reviews: '', rating: 4 }]);
  const sealer = shopSealer(personal, accounts);
  const person = { email, name: 'asma', address: '', city: '', zip: '' };
  const sealed = await sealer.sealPerson('asma', 'ord_1', person);
  expect(await sealer.openPerson('asma', 'ord_1', sealed)).toBe('erased');
  const deletion = { type: 'order.deleted', subject: 'ord_1' } as const;
  expect(await sealer.openNote('asma', deletion, await sealer.sealNote('asma', deletion, 'x'))).toBe(
    'erased',
  );
});
