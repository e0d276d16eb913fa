import { hashEmail, type RecordClient, recordKeys } from '@karigar/events';
import { z } from 'zod';
import type { TokenOwner } from '../identity/access-token.ts';

const UserRecord = z.object({
  email: z.string(),
  uid: z.string(),
  role: z.enum(['admin', 'user']),
  createdAt: z.number(),
  verified: z.boolean().default(false),
});
/** A user as stored; `uid` and `verified` are of the account that signed in last with this email. */
export type UserRecord = z.infer<typeof UserRecord>;

/** The users of the shop. Every method throws `LogUnavailableError` while Redis is away. */
export interface UserRecords {
  find(email: string): Promise<UserRecord | null>;
  /**
   * Whether this account is an admin now: made one by an admin (and still the same account), or listed in ADMIN_EMAILS
   * with an address that the identity service has verified.
   */
  isAdmin(owner: Pick<TokenOwner, 'uid' | 'email' | 'emailVerified'>): Promise<boolean>;
  /**
   * Notes that somebody signed in. When another account has taken over the address without proof, an earlier admin
   * role is dropped: the role was given to a person, not to whoever registers the address next.
   */
  signedIn(user: { email: string; uid: string; verified: boolean }): Promise<'created' | 'changed' | 'known'>;
  /** Makes the user an admin; false when they were one; null when nobody with this email has ever signed in. */
  makeAdmin(email: string): Promise<boolean | null>;
  /** One page, newest first; `search` is a part of the email, `total` counts all that match. */
  page(query: { search: string; limit: number; offset: number }): Promise<{
    users: (UserRecord & { id: string })[];
    total: number;
  }>;
}

/** Keeps users as plain records beside the log. `adminEmails` are the addresses (lower case) of ADMIN_EMAILS. */
export function userRecords(
  redis: RecordClient,
  adminEmails: ReadonlySet<string>,
  now: () => number = Date.now,
): UserRecords {
  const find = async (email: string): Promise<UserRecord | null> => {
    const stored = await read(hashEmail(email));
    return stored === null ? null : UserRecord.parse(JSON.parse(stored));
  };
  const withRole = <U extends UserRecord>(user: U): U =>
    user.verified && adminEmails.has(user.email) ? { ...user, role: 'admin' } : user;
  const read = (hash: string) => redis.run((connection) => connection.get(recordKeys.user(hash)));
  const edit = async (
    email: string,
    change: (known: UserRecord | null) => UserRecord | null,
  ): Promise<'unchanged' | 'written'> => {
    const hash = hashEmail(email);
    for (;;) {
      const stored = await read(hash);
      const next = change(stored === null ? null : UserRecord.parse(JSON.parse(stored)));
      if (next === null) return 'unchanged';
      if (!(await redis.compareAndSet(recordKeys.user(hash), stored, JSON.stringify(next)))) continue;
      if (stored === null)
        await redis.run((connection) =>
          connection.zAdd(recordKeys.users, { score: next.createdAt, value: hash }, { condition: 'NX' }),
        );
      return 'written';
    }
  };
  return {
    find,
    async isAdmin({ uid, email, emailVerified }) {
      if (emailVerified && adminEmails.has(email)) return true;
      const record = await find(email);
      return record?.role === 'admin' && record.uid === uid;
    },
    async signedIn({ email, uid, verified }) {
      let outcome: 'created' | 'changed' | 'known' = 'known';
      await edit(email, (known) => {
        const same = known?.uid === uid && known.verified === verified;
        outcome = known === null ? 'created' : same ? 'known' : 'changed';
        if (known === null) return { email, uid, role: 'user', createdAt: now(), verified };
        if (same) return null;
        const role = known.uid === uid || verified ? known.role : 'user';
        return { ...known, uid, role, verified };
      });
      return outcome;
    },
    async makeAdmin(email) {
      let found = false;
      const result = await edit(email, (known) => {
        found = known !== null;
        return known === null || known.role === 'admin' ? null : { ...known, role: 'admin' };
      });
      return found ? result === 'written' : null;
    },
    async page({ search, limit, offset }) {
      if (search === '') {
        const [hashes, total] = await redis.run((connection) =>
          Promise.all([
            connection.zRange(recordKeys.users, offset, offset + limit - 1, { REV: true }),
            connection.zCard(recordKeys.users),
          ]),
        );
        return { users: (await readMany(redis, hashes)).map(withRole), total };
      }
      const all = await redis.run((connection) => connection.zRange(recordKeys.users, 0, -1, { REV: true }));
      const matching: (UserRecord & { id: string })[] = [];
      for (let at = 0; at < all.length; at += 500)
        for (const user of await readMany(redis, all.slice(at, at + 500)))
          if (user.email.includes(search.toLowerCase())) matching.push(user);
      return { users: matching.slice(offset, offset + limit).map(withRole), total: matching.length };
    },
  };
}

async function readMany(
  redis: RecordClient,
  hashes: readonly string[],
): Promise<(UserRecord & { id: string })[]> {
  if (hashes.length === 0) return [];
  const stored = await redis.run((connection) =>
    connection.mGet(hashes.map((hash) => recordKeys.user(hash))),
  );
  return stored.flatMap((value, index) =>
    typeof value === 'string' ? [{ ...UserRecord.parse(JSON.parse(value)), id: hashes[index] ?? '' }] : [],
  );
}
