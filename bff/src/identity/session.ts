import type { AccessTokens } from './access-token.ts';
import { type ErasedPersons, personErased } from './erased-persons.ts';
import type { Identity, Person } from './person.ts';

/**
 * Finds the person behind an `Authorization` header; null for a visitor and for a token that is not good. Throws ProblemError
 * PERSON_ERASED for the token of somebody who was erased.
 */
export type PersonFinder = (authorization: string | undefined) => Promise<Person | null>;

/** Reads the bearer token of an `Authorization` header; null without one. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null;

/** Builds the finder. `isAdmin` looks the role up: at most once per request, and only when a call asks for it. */
export function personFinder(
  tokens: AccessTokens,
  isAdmin: (owner: Identity) => Promise<boolean>,
  erased: ErasedPersons,
): PersonFinder {
  return async (authorization) => {
    const token = bearerOf(authorization);
    const owner = token === null ? null : await tokens.check(token);
    if (owner === null) return null;
    if (erased.has(owner.uid)) throw personErased();
    let role: Promise<boolean> | undefined;
    return {
      ...owner,
      isAdmin() {
        role ??= isAdmin(owner);
        return role;
      },
    };
  };
}
