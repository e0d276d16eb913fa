import { type AuditOrigin, changeAudited, hashEmail, type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import { notYours } from '../http/authorisation.ts';
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

/** Whether the stored record says that this account was made an admin. */
const mayAct = (stored: string | null, { uid }: Pick<Identity, 'uid'>): boolean => {
  const record = stored === null ? null : decode(stored);
  return record?.role === 'admin' && record.uid === uid;
};

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
  const keyOf = (email: string) => redisKeys.user(hashEmail(email));
  const read = (email: string) => redis.run((connection) => connection.get(keyOf(email)));
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
    /**
     * Tells whether this account is an admin now: its address is proven, and stands in ADMIN_EMAILS or belongs to an account that an admin
     * made one.
     */
    async isAdmin({ uid, email, emailVerified }: Identity): Promise<boolean> {
      if (!emailVerified) return false;
      if (adminEmails.has(email)) return true;
      return mayAct(await read(email), { uid });
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
    /**
     * Gives somebody the rights of an admin or takes them away, and records it in the same step, in which the admin who does it must
     * still be one: of two admins who take each other's rights one comes first, so that the last one stays. Answers false when
     * nothing had to change, null when nobody with this email has ever signed in. Throws ProblemError FORBIDDEN.
     */
    async setRole(
      email: string,
      role: UserRecord['role'],
      admin: Identity,
      by: AuditOrigin,
    ): Promise<boolean | null> {
      for (;;) {
        const stored = await read(email);
        if (stored === null) return null;
        const record = decode(stored);
        if (record.role === role) return false;
        const acting = await read(admin.email);
        const isListed = admin.emailVerified && adminEmails.has(admin.email);
        if (!isListed && !mayAct(acting, admin)) throw notYours();
        const changes = [
          { key: keyOf(email), seen: stored, value: JSON.stringify({ ...record, role }) },
          ...(isListed ? [] : [{ key: keyOf(admin.email), seen: acting }]),
        ];
        const kind = role === 'admin' ? 'admin.made' : 'admin.removed';
        if (await changeAudited(redis, changes, by, { kind, subject: email })) return true;
      }
    },
    /** Tells whether an address is an admin's by ADMIN_EMAILS, which no call can change. */
    isListed: (email: string): boolean => adminEmails.has(email),
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
