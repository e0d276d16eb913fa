/**
 * The person behind a request, as the shop's own access token names them. The role is never part of the token:
 * `isAdmin` looks it up at each request (once per request) and rejects when the store is away.
 */
export interface Person {
  readonly uid: string;
  /** Lower case. */
  readonly email: string;
  /** The display name of the account; may be empty. */
  readonly name: string;
  /** Whether the identity service has proven that the address belongs to them. */
  readonly emailVerified: boolean;
  isAdmin(): Promise<boolean>;
}

/** Emails compare case-insensitively everywhere; this is the form in which they are compared and stored. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Who did it, as the order log records it: `admin:<email>` when acting for others, else `user:<uid>`. */
export const actorOf = (person: Person, asAdmin: boolean): string =>
  asAdmin ? `admin:${person.email}` : `user:${person.uid}`;
