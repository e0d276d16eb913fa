import { changeRecords, type RedisClient, redisKeys } from '@karigar/events';
import { type AuditOrigin, changeAudited } from '../audit.ts';
import type { Role } from '../contracts/people.ts';
import { folded } from '../contracts/written-text.ts';
import { notYours } from '../http/authorisation.ts';
import type { Identity, ProvenIdentity } from '../identity/person.ts';
import type { Personal } from '../personal/personal.ts';
import {
  accountsFor,
  accountsIn,
  decodeUser,
  openUser,
  removeUser,
  sealUser,
  type UserRecord,
  userIn,
} from './user-record.ts';

const pageSize = 500;

/** Adds a role to some, or takes it out of them. */
const withRole = (roles: readonly Role[], role: Role, has: boolean): Role[] => [
  ...roles.filter((one) => one !== role),
  ...(has ? [role] : []),
];

/** A user as lists show them; `id` is the name under which they are stored, `email` is empty for an erased person. */
export type ListedUser = UserRecord & { id: string; email: string };

/** What the records of users are kept with. */
export interface UserParts {
  redis: RedisClient;
  personal: Personal;
  /** The addresses of ADMIN_EMAILS in lower case: an account that has proven one is an admin. */
  adminEmails: ReadonlySet<string>;
  now?: () => number;
}

/** The users of the shop. */
export type UserRecords = ReturnType<typeof userRecords>;

/**
 * Keeps users as plain records beside the log, under a keyed hash of their address. Every method throws `LogUnavailableError`
 * while Redis is away.
 */
export function userRecords({ redis, personal, adminEmails, now = Date.now }: UserParts) {
  const adminNames = new Set([...adminEmails].map(personal.nameOf));
  const read = (name: string) => redis.commands.get(redisKeys.user(name));
  const readMany = async (keys: readonly string[]): Promise<(string | null)[]> =>
    keys.length === 0 ? [] : redis.commands.mGet([...keys]);
  const decode = (stored: string, id: string): UserRecord & { id: string } => {
    const user = decodeUser(stored);
    const isListed = user.verified && adminNames.has(id);
    return { ...user, id, roles: isListed ? withRole(user.roles, 'admin', true) : user.roles };
  };
  const usersNamed = async (names: readonly string[]) =>
    (await readMany(names.map(redisKeys.user))).map((user, at) =>
      user === null ? null : decode(user, names[at] ?? ''),
    );
  const find = async (email: string): Promise<UserRecord | null> =>
    (await usersNamed([personal.nameOf(email)]))[0] ?? null;
  /** Finds the users at the addresses that accounts signed in with last, who may be others by now. */
  const usersAt = async (uids: readonly string[]) =>
    usersNamed((await readMany(uids.map(redisKeys.account))).map((name) => name ?? '-'));
  /**
   * Finds the account that has the records of an account now: the one that has proven its address since, or itself; with all accounts whose
   * records it has, and its roles.
   */
  const holderOf = async (
    uid: string,
  ): Promise<{ uid: string; accounts: readonly string[]; roles: readonly Role[] }> => {
    const [user] = await usersAt([uid]);
    const accounts = accountsIn(user ?? null);
    if (!user?.verified || !accounts.includes(uid)) return { uid, accounts: [uid], roles: [] };
    return { uid: user.uid, accounts, roles: user.roles };
  };
  const nameAt = (uid: string) => redis.commands.get(redisKeys.account(uid));

  /** Takes an account out of the record of an address that it no longer has; reads again when another write came first. */
  const leave = async (name: string, uid: string): Promise<void> => {
    for (let done = false; !done; ) {
      const stored = await read(name);
      const user = userIn(stored);
      if (stored === null || user === null || !accountsIn(user).includes(uid)) return;
      const without = { ...user, former: user.former.filter((one) => one !== uid) };
      done =
        user.uid === uid
          ? await removeUser(redis, name, stored)
          : await redis.compareAndSet(redisKeys.user(name), stored, JSON.stringify(without));
    }
  };

  return {
    /** Finds the user with an address (in any case). */
    find,
    /** Lists the accounts that an address means: that of its user, and those that had it before. */
    accountsAt: async (email: string): Promise<readonly string[]> => accountsIn(await find(email)),
    accountsFor: (uid: string) => accountsFor(redis, uid),
    holderOf,
    /** Tells whether an account has proven this very address, or another account has proven it that has its records now. */
    async hasProven(uid: string, email: string): Promise<boolean> {
      const user = await find(email);
      return user?.verified === true && accountsIn(user).includes(uid);
    },
    /** Answers which of these accounts have a verified address, as they signed in last. */
    async verifiedAmong(uids: readonly string[]): Promise<ReadonlySet<string>> {
      const users = await usersAt(uids);
      return new Set(uids.filter((uid, at) => users[at]?.uid === uid && users[at].verified));
    },
    /** Looks up the addresses of accounts; accounts without one are missing in the answer. */
    async emailsOf(uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const users = await usersAt(uids);
      const emails = await Promise.all(users.map((user) => (user ? openUser(personal, user) : '')));
      return new Map(uids.flatMap((uid, at) => (emails[at] ? [[uid, emails[at]]] : [])));
    },
    /**
     * Lists the roles that this account has now: none until its address is proven, then those that admins gave it, and that of an admin
     * while the address is in ADMIN_EMAILS.
     */
    async rolesOf({ uid, email, emailVerified }: Identity): Promise<readonly Role[]> {
      if (!emailVerified) return [];
      const user = await find(email);
      const given = user?.uid === uid ? user.roles : [];
      return adminEmails.has(email) ? withRole(given, 'admin', true) : given;
    },
    /**
     * Gives a user a role or takes it away, and records it in the same step. The admin who does it must still be one in
     * that step: when two admins take each other's rights, one of them stays. Answers false when nothing had to change, null when no user
     * with this email has ever signed in. Throws ProblemError FORBIDDEN.
     */
    async setRole(
      email: string,
      [role, has]: readonly [role: Role, has: boolean],
      admin: Identity,
      by: AuditOrigin,
    ): Promise<boolean | null> {
      const [name, adminName] = [email, admin.email].map(personal.nameOf) as [string, string];
      const isListed = admin.emailVerified && adminEmails.has(admin.email);
      for (;;) {
        const stored = await read(name);
        if (stored === null) return null;
        const user = decodeUser(stored);
        if (user.roles.includes(role) === has) return false;
        const acting = await read(adminName);
        const actingUser = userIn(acting);
        if (!isListed && !(actingUser?.roles.includes('admin') && actingUser.uid === admin.uid))
          throw notYours();
        const next = { ...user, roles: withRole(user.roles, role, has) };
        const changes = [
          { key: redisKeys.user(name), seen: stored, value: JSON.stringify(next) },
          ...(isListed ? [] : [{ key: redisKeys.user(adminName), seen: acting }]),
        ];
        const kind = `${role}.${has ? 'made' : 'removed'}`;
        if (await changeAudited(redis, changes, by, { kind, subject: user.uid })) return true;
      }
    },
    /**
     * Records a sign-in, and answers what it did to the record of the address. Where the address had another account, that
     * one's records are theirs from now on if they have proven the address; without proof earlier roles are dropped, too: they were
     * given to a person, not to the next account that registers the address. An address that the account had before is given up; its
     * roles go along in one step with the new record, and are in force again once the new address is proven.
     */
    async signedIn({
      email,
      uid,
      emailVerified: verified,
      credentialsSince: since = null,
    }: Identity & Partial<ProvenIdentity>): Promise<'created' | 'changed' | 'same'> {
      let outcome: 'created' | 'changed' | 'same' = 'same';
      const name = personal.nameOf(email);
      for (;;) {
        const before = await nameAt(uid);
        const stored = await read(name);
        const left = before === null || before === name ? null : await read(before);
        const user = userIn(stored);
        const moved = userIn(left);
        const old = moved?.uid === uid ? moved : null;
        const own = user?.uid === uid ? user : null;
        const credentialsSince = since ?? own?.credentialsSince ?? null;
        const isSame = own?.verified === verified && own.credentialsSince === credentialsSince;
        // A role is in one of the two records, so that taking it away there takes it away for good.
        const emptied = old && JSON.stringify({ ...old, roles: [] });
        const emptying =
          before !== null && emptied ? [{ key: redisKeys.user(before), seen: left, value: emptied }] : [];
        if (!isSame || old !== null) {
          const known = own?.former ?? (verified ? accountsIn(user) : []);
          const kept = own !== null || verified ? (user?.roles ?? []) : [];
          const next: UserRecord = {
            uid,
            roles: [...new Set([...kept, ...(old?.roles ?? [])])],
            createdAt: user?.createdAt ?? now(),
            verified,
            credentialsSince,
            former: [...new Set([...known, ...(old?.former ?? [])])].filter((one) => one !== uid),
            sealed: own?.sealed ?? (await sealUser(personal, uid, email)),
          };
          if (stored === null) {
            // Listed first: a user who is stored already is not looked at again.
            const entry = { score: next.createdAt, value: name };
            await redis.commands.zAdd(redisKeys.users, entry, { condition: 'NX' });
          }
          const change = { key: redisKeys.user(name), seen: stored, value: JSON.stringify(next) };
          if (!(await changeRecords(redis, [change, ...emptying]))) continue;
          if (outcome !== 'created') outcome = user === null ? 'created' : 'changed';
        }
        // A role that was given to the old record meanwhile goes along with the next round.
        if (before !== null && emptied && !(await removeUser(redis, before, emptied))) continue;
        if (before !== name) {
          if (before !== null) await leave(before, uid);
          await redis.commands.set(redisKeys.account(uid), name);
        }
        return outcome;
      }
    },
    /** Removes all that is kept of an account; may be repeated. */
    async remove(uid: string): Promise<void> {
      const name = await nameAt(uid);
      if (name !== null) await leave(name, uid);
      await redis.commands.del(redisKeys.account(uid));
    },
    /** Tells whether an address is an admin's by ADMIN_EMAILS, which no call can change. */
    isListed: (email: string): boolean => adminEmails.has(email),
    /** Reads one page, newest first; `search` is a whole email or a part of it, `total` counts all that match. */
    async page({ search, limit, offset }: { search: string; limit: number; offset: number }) {
      const usersOf = async (names: readonly string[]): Promise<ListedUser[]> => {
        const users = (await usersNamed(names)).filter((user) => user !== null);
        return Promise.all(users.map(async (user) => ({ ...user, email: await openUser(personal, user) })));
      };
      const newestFirst = (from: number, to: number) =>
        redis.commands.zRange(redisKeys.users, from, to, { REV: true });
      if (search === '')
        return {
          users: await usersOf(await newestFirst(offset, offset + limit - 1)),
          total: await redis.commands.zCard(redisKeys.users),
        };
      const whole = await usersOf([personal.nameOf(search)]);
      if (whole.length > 0) return { users: whole.slice(offset), total: 1 };
      // Addresses are sealed: to look for a part of one, all are opened.
      const names = await newestFirst(0, -1);
      const matching: ListedUser[] = [];
      for (let at = 0; at < names.length; at += pageSize)
        for (const user of await usersOf(names.slice(at, at + pageSize)))
          if (folded(user.email).includes(folded(search))) matching.push(user);
      return { users: matching.slice(offset, offset + limit), total: matching.length };
    },
  };
}
