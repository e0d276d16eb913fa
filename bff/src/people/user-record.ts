import { type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import { Role } from '../contracts/people.ts';
import { type Personal, whereKeyIsMissing } from '../personal/personal.ts';

/** A user as stored; `uid` and `verified` are of the account that signed in last with the address. */
const UserRecord = z.object({
  uid: z.string(),
  roles: z.array(Role),
  createdAt: z.number(),
  verified: z.boolean(),
  /** Since when its password is the present one (s), as it signed in last; null where that was not known. */
  credentialsSince: z.number().nullable(),
  /** Accounts that had the address before, and whose records are this user's because they have proven it. */
  former: z.array(z.string()),
  /** The address. */
  sealed: z.string(),
});
export type UserRecord = z.infer<typeof UserRecord>;

/** Reads a stored user. */
export const decodeUser = (stored: string): UserRecord => UserRecord.parse(JSON.parse(stored));
/** Reads the user that is stored; null where nothing is. */
export const userIn = (stored: string | null): UserRecord | null =>
  stored === null ? null : decodeUser(stored);

/** Lists the accounts of a user: their own, and those that had the address before. */
export const accountsIn = (user: UserRecord | null): readonly string[] =>
  user === null ? [] : [user.uid, ...user.former];

const contextOf = (uid: string): string => `user/1 ${uid}`;

/** Seals the address of an account that is new under it. */
export const sealUser = (personal: Personal, uid: string, email: string): Promise<string> =>
  personal.sealFirst(uid, contextOf(uid), { email });

/** Opens the address of a user; empty for an erased person, and while their key is missing: one lost key must not hide the other users. */
export const openUser = (personal: Personal, { uid, sealed }: UserRecord): Promise<string> =>
  personal
    .openFor<{ email: string }>(uid, contextOf(uid), sealed)
    .then((opened) => (opened === 'erased' ? '' : opened.email), whereKeyIsMissing(''));

/** Makes what tells whether an account has signed in before. */
export const knownAccounts = (redis: RedisClient) => (uid: string) =>
  redis.run(async (connection) => (await connection.exists(redisKeys.account(uid))) === 1);

/** Lists the accounts whose records belong to an account's person: itself, and with a proven address those that had it before. */
export async function accountsFor(redis: RedisClient, uid: string): Promise<readonly string[]> {
  const get = (key: string) => redis.commands.get(key);
  const stored = await get(redisKeys.user((await get(redisKeys.account(uid))) ?? '-'));
  const user = userIn(stored);
  return user?.uid === uid && user.verified ? accountsIn(user) : [uid];
}

/** KEYS user users   ARGV what was seen, name   Removes a user whose record is as it was seen. Answers 1 or 0. */
const removeScript = `#!lua
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[2])
return redis.call('DEL', KEYS[1])`;

/** Removes a user whose record is as it was seen; answers whether it was. Throws `LogUnavailableError`. */
export async function removeUser(redis: RedisClient, name: string, seen: string): Promise<boolean> {
  const given = { keys: [redisKeys.user(name), redisKeys.users], arguments: [seen, name] };
  return (await redis.commands.eval(removeScript, given)) === 1;
}
