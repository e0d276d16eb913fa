import type { AccessTokens, TokenOwner } from './access-token.ts';
import type { Person } from './person.ts';
import type { UserRecords } from './user-records.ts';

/** Finds the person behind an `Authorization` header; null for a visitor and for a token that is not good. */
export type PersonFinder = (authorization: string | undefined) => Promise<Person | null>;

/** The bearer token of an `Authorization` header, or null. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null;

/**
 * Whether this account is an admin now: made one by an admin (and still the same account), or listed in ADMIN_EMAILS
 * with an address that the identity service has verified.
 */
export async function isAdminNow(
  owner: Pick<TokenOwner, 'uid' | 'email' | 'emailVerified'>,
  users: UserRecords,
  adminEmails: ReadonlySet<string>,
): Promise<boolean> {
  if (owner.emailVerified && adminEmails.has(owner.email)) return true;
  const record = await users.find(owner.email);
  return record?.role === 'admin' && record.uid === owner.uid;
}

/** Builds the finder; the role is looked up at most once per request, and only when a call asks for it. */
export function personFinder(
  tokens: AccessTokens,
  users: UserRecords,
  adminEmails: ReadonlySet<string>,
): PersonFinder {
  return async (authorization) => {
    const token = bearerOf(authorization);
    if (token === null) return null;
    const owner = await tokens.check(token);
    if (owner === null) return null;
    let role: Promise<boolean> | undefined;
    return {
      ...owner,
      isAdmin() {
        role ??= isAdminNow(owner, users, adminEmails);
        return role;
      },
    };
  };
}
