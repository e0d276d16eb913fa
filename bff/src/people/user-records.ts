import { type RedisClient, redisKeys } from '@karigar/events';
import { folded } from '../contracts/written-text.ts';
import type { Identity, ProvenIdentity } from '../identity/person.ts';
import type { Personal } from '../personal/personal.ts';
import { decodeUser, isUserAdmin, openUser, sealUser, type UserRecord } from './user-record.ts';

const pageSize = 500;

/** KEYS user users   ARGV what was seen, name   Removes a user whose record is as it was seen. Answers 1 or 0. */
const removeScript = `#!lua
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[2])
return redis.call('DEL', KEYS[1])`;

/** A user as lists show them; `id` is the name under which they are stored. */
export interface ListedUser extends Omit<UserRecord, 'sealed'> {
  readonly id: string;
  /** Empty for somebody who is erased. */
  readonly email: string;
}

/** What the records of users are kept with. */
export interface UserParts {
  readonly redis: RedisClient;
  readonly personal: Personal;
  /** The addresses of ADMIN_EMAILS in lower case: whoever has one, and has proven it, is an admin. */
  readonly adminEmails: ReadonlySet<string>;
  readonly now?: () => number;
}

/** What a sign-in did to the record of its user. */
type SignInOutcome = 'created' | 'changed' | 'same';

/** Tells whether an account has signed in before. */
export const knownAccounts =
  (redis: RedisClient) =>
  (uid: string): Promise<boolean> =>
    redis.run(async (connection) => (await connection.exists(redisKeys.account(uid))) === 1);

/** The users of the shop. */
export type UserRecords = ReturnType<typeof userRecords>;

/**
 * Keeps users as plain records beside the log, under a keyed hash of their address. Every method throws `LogUnavailableError`
 * while Redis is away.
 */
export function userRecords({ redis, personal, adminEmails, now = Date.now }: UserParts) {
  const adminNames = new Set([...adminEmails].map(personal.nameOf));
  const read = (name: string) => redis.run((connection) => connection.get(redisKeys.user(name)));
  const readMany = async (keys: readonly string[]): Promise<(string | null)[]> =>
    keys.length === 0
      ? []
      : ((await redis.run((connection) => connection.mGet([...keys]))) as (string | null)[]);
  const withRole = <U extends UserRecord>(user: U, name: string): U =>
    user.verified && adminNames.has(name) ? { ...user, role: 'admin' } : user;
  const listed = async (name: string, stored: string): Promise<ListedUser> => {
    const { sealed: _, ...user } = withRole(decodeUser(stored), name);
    return { ...user, id: name, email: await openUser(personal, stored) };
  };

  /** Writes what `change` makes of the stored record, and tries again when another write came first; null changes nothing. */
  const edit = async (
    name: string,
    change: (stored: UserRecord | null) => Promise<UserRecord | null> | UserRecord | null,
  ) => {
    for (;;) {
      const stored = await read(name);
      const next = await change(stored === null ? null : decodeUser(stored));
      if (next === null) return;
      if (stored === null) {
        // Listed first: whoever is stored already is not looked at again.
        const entry = { score: next.createdAt, value: name };
        await redis.run((connection) => connection.zAdd(redisKeys.users, entry, { condition: 'NX' }));
      }
      if (await redis.compareAndSet(redisKeys.user(name), stored, JSON.stringify(next))) return;
    }
  };

  /** Takes an account out of the record of an address that it no longer has. */
  const leave = async (name: string, uid: string) => {
    for (let stored = await read(name); stored !== null; stored = await read(name)) {
      if (decodeUser(stored).uid !== uid) break;
      if (await remove(name, stored)) return;
    }
    await edit(name, (user) =>
      user?.former.includes(uid) ? { ...user, former: user.former.filter((one) => one !== uid) } : null,
    );
  };
  /** Removes a record that nobody has changed meanwhile: the address may have found its next account in that moment. */
  const remove = async (name: string, seen: string) => {
    const keys = [redisKeys.user(name), redisKeys.users];
    const removed = await redis.run((connection) =>
      connection.eval(removeScript, { keys, arguments: [seen, name] }),
    );
    return removed === 1;
  };
  const nameAt = (uid: string) => redis.run((connection) => connection.get(redisKeys.account(uid)));
  const accountsIn = (user: UserRecord): readonly string[] => [user.uid, ...user.former];

  return {
    /** Finds the user with an address (in any case). */
    async find(email: string): Promise<UserRecord | null> {
      const name = personal.nameOf(email);
      const stored = await read(name);
      return stored === null ? null : withRole(decodeUser(stored), name);
    },
    /** Lists the accounts that an address means: that of its user, and those that had it before. */
    async accountsAt(email: string): Promise<readonly string[]> {
      const stored = await read(personal.nameOf(email));
      return stored === null ? [] : accountsIn(decodeUser(stored));
    },
    /** Lists the accounts whose records belong to somebody: their own, and with a proven address those that had it before. */
    async accountsOf({ uid, email, emailVerified }: Identity): Promise<readonly string[]> {
      const stored = emailVerified ? await read(personal.nameOf(email)) : null;
      const user = stored === null ? null : decodeUser(stored);
      return user?.uid === uid ? accountsIn(user) : [uid];
    },
    /** The same for an account that has signed in, whoever asks; only itself when nothing is known of it any more. */
    async accountsFor(uid: string): Promise<readonly string[]> {
      const name = await nameAt(uid);
      const stored = name === null ? null : await read(name);
      return stored !== null && isVerified(stored, uid) ? accountsIn(decodeUser(stored)) : [uid];
    },
    /** Says who has the records of an account now: whoever has proven its address since, or itself; and whether they are an admin. */
    async holderOf(uid: string): Promise<{ uid: string; isAdmin: boolean }> {
      const name = await nameAt(uid);
      const stored = name === null ? null : await read(name);
      const user = name === null || stored === null ? null : withRole(decodeUser(stored), name);
      if (!user?.verified || !accountsIn(user).includes(uid)) return { uid, isAdmin: false };
      return { uid: user.uid, isAdmin: user.role === 'admin' };
    },
    /** Tells whether an account has proven this very address, or another account has proven it that has its records now. */
    async hasProven(uid: string, email: string): Promise<boolean> {
      const stored = await read(personal.nameOf(email));
      const user = stored === null ? null : decodeUser(stored);
      return user?.verified === true && accountsIn(user).includes(uid);
    },
    /** Answers which of these accounts have a verified address, as they signed in last. */
    async verifiedAmong(uids: readonly string[]): Promise<ReadonlySet<string>> {
      const names = await readMany(uids.map(redisKeys.account));
      const users = await readMany(names.map((name) => redisKeys.user(name ?? '-')));
      return new Set(uids.filter((uid, index) => isVerified(users[index] ?? null, uid)));
    },
    /** Looks up the addresses of accounts; accounts of nobody who is left are missing in the answer. */
    async emailsOf(uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const names = await readMany(uids.map(redisKeys.account));
      const users = await readMany(names.map((name) => redisKeys.user(name ?? '-')));
      const emails = await Promise.all(users.map((stored) => (stored ? openUser(personal, stored) : '')));
      return new Map(uids.flatMap((uid, index) => (emails[index] ? [[uid, emails[index]]] : [])));
    },
    /**
     * Tells whether this account is an admin now: its address is proven, and stands in ADMIN_EMAILS or belongs to an account that an admin
     * made one.
     */
    async isAdmin({ uid, email, emailVerified }: Identity): Promise<boolean> {
      if (!emailVerified) return false;
      return adminEmails.has(email) || isUserAdmin(await read(personal.nameOf(email)), uid);
    },
    /**
     * Records that somebody signed in. Where the address had another account, that one's records are theirs from now on if they have
     * proven the address; without proof an earlier admin role is dropped, too: it was given to a person, not to whoever registers
     * the address next. An address that the account had before is given up; the rights of an admin go along, and are in force again once
     * the new address is proven.
     */
    async signedIn({
      email,
      uid,
      emailVerified: verified,
      credentialsSince: since = null,
    }: Identity & Partial<ProvenIdentity>): Promise<SignInOutcome> {
      let outcome: SignInOutcome = 'same';
      const name = personal.nameOf(email);
      const before = await nameAt(uid);
      const moved = before !== null && before !== name ? await read(before) : null;
      const left = moved === null ? null : decodeUser(moved);
      const own = left?.uid === uid ? left : null;
      const inherited = own?.former ?? [];
      await edit(name, async (stored) => {
        const isOwn = stored?.uid === uid;
        const credentialsSince = since ?? (isOwn ? stored.credentialsSince : null);
        const keeps = isOwn && stored.verified === verified && stored.credentialsSince === credentialsSince;
        const same = keeps && inherited.length === 0;
        outcome = stored === null ? 'created' : same ? 'same' : 'changed';
        if (same) return null;
        const known = stored === null ? [] : isOwn ? stored.former : verified ? accountsIn(stored) : [];
        const isAdmin = own?.role === 'admin' || ((isOwn || verified) && stored?.role === 'admin');
        return {
          uid,
          role: isAdmin ? 'admin' : 'user',
          createdAt: stored?.createdAt ?? now(),
          verified,
          credentialsSince,
          former: [...new Set([...known, ...inherited])].filter((one) => one !== uid),
          sealed: isOwn ? stored.sealed : await sealUser(personal, uid, email),
        };
      });
      if (before !== name) {
        if (before !== null) await leave(before, uid);
        await redis.run((connection) => connection.set(redisKeys.account(uid), name));
      }
      return outcome as SignInOutcome;
    },
    /** Removes all that is kept of an account; may be repeated. */
    async remove(uid: string): Promise<void> {
      const name = await nameAt(uid);
      if (name !== null) await leave(name, uid);
      await redis.run((connection) => connection.del(redisKeys.account(uid)));
    },
    /** Tells whether an address is an admin's by ADMIN_EMAILS, which no call can change. */
    isListed: (email: string): boolean => adminEmails.has(email),
    /** Reads one page, newest first; `search` is a whole email or a part of it, `total` counts all that match. */
    async page({ search, limit, offset }: { search: string; limit: number; offset: number }) {
      const newestFirst = (from: number, to: number) =>
        redis.run((connection) => connection.zRange(redisKeys.users, from, to, { REV: true }));
      const users = async (names: readonly string[]): Promise<ListedUser[]> => {
        const stored = await readMany(names.map(redisKeys.user));
        return Promise.all(
          names.flatMap((name, index) => (stored[index] ? [listed(name, stored[index])] : [])),
        );
      };
      if (search === '') {
        const [names, total] = await Promise.all([
          newestFirst(offset, offset + limit - 1),
          redis.run((connection) => connection.zCard(redisKeys.users)),
        ]);
        return { users: await users(names), total };
      }
      // Addresses are sealed: to look for a part of one, all are opened.
      const whole = await users([personal.nameOf(search)]);
      if (whole.length > 0) return { users: whole.slice(offset), total: 1 };
      const all = await newestFirst(0, -1);
      const matching: ListedUser[] = [];
      for (let at = 0; at < all.length; at += pageSize)
        for (const user of await users(all.slice(at, at + pageSize)))
          if (folded(user.email).includes(folded(search))) matching.push(user);
      return { users: matching.slice(offset, offset + limit), total: matching.length };
    },
  };
}

const isVerified = (stored: string | null, uid: string): boolean => {
  const user = stored === null ? null : decodeUser(stored);
  return user?.uid === uid && user.verified;
};
