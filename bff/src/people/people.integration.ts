import { commandsOf, type RedisClient } from '@karigar/events';
import { afterAll, describe, expect, it } from 'vitest';
import type { User } from '../contracts/people.ts';
import { RunningShop } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { userRecords } from './user-records.ts';

let time = Date.now();

const shop = await RunningShop.start();
const records = await openRecords(shop, () => (time += 1_000));
const admin = await shop.admin();
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const boss = { email: 'boss@over.example', uid: 'boss', emailVerified: true, name: '', signedInAt: 0 };
const byBoss = { actor: `admin:${boss.uid}`, uid: boss.uid, correlationId: 'test' };

describe('users', () => {
  it('are listed newest first, page by page, and found by a part of the email', async () => {
    const { users } = records;
    for (const name of ['ana', 'bela', 'chandra'])
      await users.signedIn({
        email: `${name}@pages.example`,
        uid: name,
        emailVerified: false,
        name,
        signedInAt: 0,
      });
    const first = await shop.json<User[]>('get', '/user?limit=2', { as: admin });
    expect(first.body.map((user) => user.email)).toEqual(['chandra@pages.example', 'bela@pages.example']);
    const cursor = first.headers.get('x-next-cursor');
    const second = await shop.json<User[]>('get', `/user?limit=2&cursor=${cursor}`, { as: admin });
    expect(second.body.map((user) => user.email)).toEqual(['ana@pages.example']);
    expect(second.headers.get('x-next-cursor')).toBeNull();
    const found = await shop.json<User[]>('get', '/user?search=BELA', { as: admin });
    expect(found.body.map((user) => user.email)).toEqual(['bela@pages.example']);
    expect(found.headers.get('x-total-count')).toBe('1');
  });

  it('are found by their whole email alone, for which no other is opened', async () => {
    for (const name of ['nadia', 'banadia']) {
      const email = `${name}@whole.example`;
      await records.users.signedIn({ uid: name, email, emailVerified: false, name, signedInAt: 0 });
    }
    const found = async (search: string) =>
      (await shop.json<User[]>('get', `/user?search=${search}`, { as: admin })).body.map(
        ({ email }) => email,
      );
    expect(await found('Nadia@Whole.example')).toEqual(['nadia@whole.example']);
    expect(await found('nadia@whole')).toEqual(['banadia@whole.example', 'nadia@whole.example']);
  });

  it('are stored once, however many sign in at the same moment', async () => {
    const { users } = records;
    const user = { email: 'same@moment.example', uid: 'same', emailVerified: false, name: '', signedInAt: 0 };
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => users.signedIn(user)));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    const found = await shop.json<User[]>('get', '/user?search=same@moment', { as: admin });
    expect(found.body).toHaveLength(1);
  });

  it('are listed also after a sign-in that was cut off before its end', async () => {
    const { users, log, personal, adminEmails } = records;
    const someone = { uid: 'cut', email: 'cut@off.example', emailVerified: true, name: '', signedInAt: 0 };
    for (const step of ['zAdd', 'set'] as const) {
      const cut = () => Promise.reject(new Error('cut'));
      const run: RedisClient['run'] = (work) =>
        log.redis.run((connection) =>
          work(
            new Proxy(connection, {
              get: (target, name) => (name === step ? cut : Reflect.get(target, name, target).bind(target)),
            }),
          ),
        );
      const compareAndSet: RedisClient['compareAndSet'] = (...args) => log.redis.compareAndSet(...args);
      const redis = { run, compareAndSet, commands: commandsOf(run) } as RedisClient;
      await expect(userRecords({ redis, personal, adminEmails }).signedIn(someone)).rejects.toThrow('cut');
    }
    await users.signedIn(someone);
    const { body } = await shop.json<User[]>('get', '/user?search=cut@off', { as: admin });
    expect(body.map(({ email }) => email)).toEqual([someone.email]);
  });

  it('stay when they take an address in the very moment in which the account before leaves it', async () => {
    const { users, log, personal } = records;
    for (let round = 0; round < 120; round += 1) {
      const email = `round-${round}@leaves.example`;
      const leaver = { uid: `leaver-${round}`, email, emailVerified: true, name: '', signedInAt: 0 };
      const next = { ...leaver, uid: `next-${round}` };
      await users.signedIn(leaver);
      // Their key is there, so that the moments meet.
      await personal.sealFirst(next.uid, 'test', {});
      const later = async () => {
        for (let step = 0; step < round % 12; step += 1) await log.ping();
        await users.signedIn(next);
      };
      await Promise.all([users.signedIn({ ...leaver, email: `new-${email}` }), later()]);
      expect(await users.find(email)).toMatchObject({ uid: next.uid, former: [] });
    }
  });

  it('lose the role when another account takes over the address without proof, and keep it with proof', async () => {
    const { personal, log } = records;
    const users = userRecords({ redis: log.redis, personal, adminEmails: new Set([boss.email]) });
    const email = 'taken@over.example';
    const signIn = (uid: string, emailVerified: boolean) =>
      users.signedIn({ email, uid, emailVerified, name: '', signedInAt: 0 });
    await signIn('first', true);
    const make = (whom: string) => users.setRole(whom, ['admin', true], boss, byBoss);
    expect([await make(email), await make(email)]).toEqual([true, false]);
    await signIn('first', true);
    expect((await users.find(email))?.roles).toEqual(['admin']);
    await signIn('second', true);
    expect((await users.find(email))?.roles).toEqual(['admin']);
    await signIn('third', false);
    expect((await users.find(email))?.roles).toEqual([]);
    expect(await make('nobody@over.example')).toBeNull();
  });
});

describe('profiles', () => {
  it('are null at first, then what was saved, whatever the case of the email', async () => {
    const rahim = await shop.person('profile@example.com');
    await records.users.signedIn({ ...rahim, emailVerified: false, name: '', signedInAt: 0 });
    const save = (body: unknown) => shop.json('put', '/userinfo/Profile@Example.com', { as: rahim, body });
    expect((await shop.json('get', '/userinfo/profile@example.com', { as: rahim })).body).toBeNull();
    const profile = {
      phone: '017',
      education: 'BSc',
      country: 'Bangladesh',
      linkedin: 'in/rahim',
      role: 'admin',
    };
    expect((await save(profile)).body).toEqual({ modifiedCount: 0, upsertedCount: 1 });
    expect((await save(profile)).body).toEqual({ modifiedCount: 0, upsertedCount: 0 });
    expect((await save({ ...profile, city: 'Dhaka' })).body).toEqual({ modifiedCount: 1, upsertedCount: 0 });
    const seen = await shop.json('get', '/userinfo/PROFILE@example.com', { as: admin });
    expect(seen.body).toMatchObject({ phone: '017', city: 'Dhaka', email: 'profile@example.com' });
    expect(seen.body).not.toHaveProperty('role');
    expect((await save({ phone: ' ' })).body.code).toBe('INVALID');
  });
});
