import { hashEmail, type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import type { Identity } from '../identity/person.ts';

/** A user as stored; `uid` and `verified` are of the account that signed in last with this email. */
const UserRecord = z.object({
  email: z.string(),
  uid: z.string(),
  role: z.enum(['admin', 'user']),
  createdAt: z.number(),
  verified: z.boolean().default(false),
});
type UserRecord = z.infer<typeof UserRecord>;
type ListedUser = UserRecord & { readonly id: string };

const decode = (stored: string): UserRecord => UserRecord.parse(JSON.parse(stored));
const pageSize = 500;

/** The users of the shop. */
export type UserRecords = ReturnType<typeof userRecords>;

/**
 * Keeps users as plain records beside the log. `adminEmails` are the addresses of ADMIN_EMAILS in lower case: whoever has one, and
 * has proven it, is an admin. Every method throws `LogUnavailableError` while Redis is away.
 */
export function userRecords(
  redis: RedisClient,
  adminEmails: ReadonlySet<string>,
  now: () => number = Date.now,
) {
  const read = (email: string) => redis.run((connection) => connection.get(redisKeys.user(hashEmail(email))));
  const withRole = <U extends UserRecord>(user: U): U =>
    user.verified && adminEmails.has(user.email) ? { ...user, role: 'admin' } : user;

  /** Writes what `change` makes of the stored record, and tries again when another write came first; null changes nothing. */
  const edit = async (email: string, change: (stored: UserRecord | null) => UserRecord | null) => {
    const hash = hashEmail(email);
    for (;;) {
      const stored = await read(email);
      const next = change(stored === null ? null : decode(stored));
      if (next === null) return;
      if (!(await redis.compareAndSet(redisKeys.user(hash), stored, JSON.stringify(next)))) continue;
      if (stored !== null) return;
      const entry = { score: next.createdAt, value: hash };
      await redis.run((connection) => connection.zAdd(redisKeys.users, entry, { condition: 'NX' }));
      return;
    }
  };
  const newestFirst = (from: number, to: number) =>
    redis.run((connection) => connection.zRange(redisKeys.users, from, to, { REV: true }));
  const readMany = async (hashes: readonly string[]): Promise<ListedUser[]> => {
    if (hashes.length === 0) return [];
    const keys = hashes.map((hash) => redisKeys.user(hash));
    const stored = await redis.run((connection) => connection.mGet(keys));
    return stored.flatMap((value, index) =>
      typeof value === 'string' ? [withRole({ ...decode(value), id: hashes[index] ?? '' })] : [],
    );
  };
  return {
    async find(email: string): Promise<UserRecord | null> {
      const stored = await read(email);
      return stored === null ? null : withRole(decode(stored));
    },
    /** Answers which of these emails (lower case) belong to an account that is verified, as it signed in last. */
    async verifiedAmong(emails: readonly string[]): Promise<ReadonlySet<string>> {
      const users = await readMany(emails.map(hashEmail));
      return new Set(users.flatMap(({ email, verified }) => (verified ? [email] : [])));
    },
    /** Tells whether this account is an admin now: by ADMIN_EMAILS, or made one by an admin and still the same account. */
    async isAdmin({ uid, email, emailVerified }: Identity): Promise<boolean> {
      if (emailVerified && adminEmails.has(email)) return true;
      const stored = await read(email);
      const record = stored === null ? null : decode(stored);
      return record?.role === 'admin' && record.uid === uid;
    },
    /**
     * Records that somebody signed in. When another account has taken over the address without proof, an earlier admin
     * role is dropped: the role was given to a person, not to whoever registers the address next.
     */
    async signedIn({
      email,
      uid,
      emailVerified: verified,
    }: Identity): Promise<'created' | 'changed' | 'same'> {
      let outcome: 'created' | 'changed' | 'same' = 'same';
      await edit(email, (stored) => {
        const same = stored?.uid === uid && stored.verified === verified;
        outcome = stored === null ? 'created' : same ? 'same' : 'changed';
        if (stored === null) return { email, uid, role: 'user', createdAt: now(), verified };
        if (same) return null;
        const role = stored.uid === uid || verified ? stored.role : 'user';
        return { ...stored, uid, role, verified };
      });
      return outcome;
    },
    /** Makes the user an admin; false when they were one; null when nobody with this email has ever signed in. */
    async makeAdmin(email: string): Promise<boolean | null> {
      let made: boolean | null = null;
      await edit(email, (stored) => {
        made = stored === null ? null : stored.role !== 'admin';
        return stored !== null && made ? { ...stored, role: 'admin' } : null;
      });
      return made;
    },
    /** Reads one page, newest first; `search` is a part of the email, `total` counts all that match. */
    async page({ search, limit, offset }: { search: string; limit: number; offset: number }) {
      if (search === '') {
        const [hashes, total] = await Promise.all([
          newestFirst(offset, offset + limit - 1),
          redis.run((connection) => connection.zCard(redisKeys.users)),
        ]);
        return { users: await readMany(hashes), total };
      }
      const all = await newestFirst(0, -1);
      const matching: ListedUser[] = [];
      for (let at = 0; at < all.length; at += pageSize)
        for (const user of await readMany(all.slice(at, at + pageSize)))
          if (user.email.includes(search.toLowerCase())) matching.push(user);
      return { users: matching.slice(offset, offset + limit), total: matching.length };
    },
  };
}
