import type { Role } from '../contracts/people.ts';
import { personErased } from '../problem/problem-of.ts';
import type { AccessTokens } from './access-token.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { type ErasedPersons, type Identity, includesRole, type Person } from './person.ts';

/**
 * Finds the person behind an `Authorization` header; null for a visitor and for a token that is not good, or whose sign-in was ended. Throws ProblemError
 * PERSON_ERASED for the token of somebody who was erased, also for one that has ended: a device that was away for long has no
 * other way to hear that it must forget them.
 */
export type PersonFinder = (authorization: string | undefined) => Promise<Person | null>;

/** Reads the bearer token of an `Authorization` header; null without one. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null;

/** Builds the finder. It looks up roles each time that a call asks for them, because they may be taken while its body is on its way. */
export function personFinder(
  tokens: AccessTokens,
  records: {
    rolesOf(owner: Identity): Promise<readonly Role[]>;
    accountsFor(uid: string): Promise<readonly string[]>;
  },
  erased: ErasedPersons,
  sessions: Pick<EndedSessions, 'has'>,
): PersonFinder {
  return async (authorization) => {
    const token = bearerOf(authorization);
    const owner = token === null ? null : await tokens.check(token);
    const uid = owner?.uid ?? (token === null ? null : await tokens.madeFor(token));
    if (uid !== null && erased.has(uid)) throw personErased();
    if (owner === null || sessions.has(owner)) return null;
    let accounts: Promise<readonly string[]> | undefined;
    const roles = () => records.rolesOf(owner);
    return {
      ...owner,
      roles,
      may: async (role) => includesRole(await roles(), role),
      accounts() {
        accounts ??= records.accountsFor(owner.uid);
        return accounts;
      },
    };
  };
}
