/** Who somebody is, as the identity service has proven and the shop's own access token says. Never the role. */
export interface Identity {
  readonly uid: string;
  /** Lower case. */
  readonly email: string;
  /** Whether the identity service has proven that the address belongs to them. */
  readonly emailVerified: boolean;
  /** The display name of the account; may be empty. */
  readonly name: string;
}

/** The person behind a request. `isAdmin` looks the role up, once per request, and rejects when the store is away. */
export interface Person extends Identity {
  isAdmin(): Promise<boolean>;
}

/** Emails compare case-insensitively everywhere; this is the form in which they are compared and stored. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Who did it, as the order log records it: `admin:<email>` when acting for others, else `user:<uid>`. */
export const actorOf = (person: Person, asAdmin: boolean): string =>
  asAdmin ? `admin:${person.email}` : `user:${person.uid}`;
