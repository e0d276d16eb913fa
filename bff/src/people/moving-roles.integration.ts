import { commandsOf, type RedisClient } from '@karigar/events';
import { afterAll, expect, it } from 'vitest';
import { RunningShop } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';
import { userRecords } from './user-records.ts';

const shop = await RunningShop.start();
const records = await openRecords(shop);
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const { log, personal, users } = records;
const boss = { email: 'boss@moves.example', uid: 'boss', emailVerified: true, name: '', signedInAt: 0 };
const admins = { redis: log.redis, personal, adminEmails: new Set([boss.email]) };
const byBoss = { actor: 'admin:boss', uid: boss.uid, correlationId: 'test' };

/** The users as a server keeps them that does something else before one of its calls of Redis, from 0. */
function interrupted(at: number, doBefore: () => Promise<void>) {
  let calls = 0;
  const run: RedisClient['run'] = async (work) => {
    if (calls++ === at) await doBefore();
    return log.redis.run(work);
  };
  const compareAndSet: RedisClient['compareAndSet'] = async (...change) => {
    if (calls++ === at) await doBefore();
    return log.redis.compareAndSet(...change);
  };
  const redis = { run, compareAndSet, commands: commandsOf(run) } as RedisClient;
  return { users: userRecords({ ...admins, redis }), calls: () => calls };
}

it.each([
  ['packer', 'taken', false],
  ['admin', 'taken', false],
  ['packer', 'given', true],
] as const)(
  'the role of %s that is %s while its account changes its address stays so',
  async (role, _, has) => {
    const changed = userRecords(admins);
    for (let at = 0, calls = 1; at < calls; at += 1) {
      const account = { ...boss, uid: `${role}-${has}-${at}` };
      const [old, email] = [`old-${account.uid}@moves.example`, `new-${account.uid}@moves.example`];
      await users.signedIn({ ...account, email: old });
      if (!has) await changed.setRole(old, [role, true], boss, byBoss);
      let answer: boolean | null = null;
      const server = interrupted(at, async () => {
        answer = await changed.setRole(old, [role, has], boss, byBoss);
      });
      await server.users.signedIn({ ...account, email });
      calls = server.calls();
      const roles = await users.rolesOf({ ...account, email });
      // What an admin was told has happened; without that, nothing has changed.
      expect([at, roles.includes(role)]).toEqual([at, answer ? has : !has]);
      expect(await users.find(old)).toBeNull();
    }
  },
);
