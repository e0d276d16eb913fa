import type { Role } from '../contracts/people.ts';
import type { TokenOwner } from './ended-sessions.ts';

/** Who somebody is, as the identity service has proven and the shop's own access token says. Never the role. */
export interface Identity {
  uid: string;
  /** Lower case. */
  email: string;
  /** Whether the identity service has proven that the address belongs to them. */
  emailVerified: boolean;
  /** The display name of the account; may be empty. */
  name: string;
  /** When they signed in with their password or provider (seconds since 1970); a renewed token keeps it. */
  signedInAt: number;
}

/** An account as the identity service has just proven it. */
export interface ProvenIdentity extends Identity {
  /** Since when its password is the present one, or its other sign-ins are worth nothing (s); null where that cannot be known. */
  credentialsSince: number | null;
}

/** The person behind a request. What is looked up rejects when the store is away. */
export interface Person extends Identity, TokenOwner {
  /** The roles that are in force now. */
  roles(): Promise<readonly Role[]>;
  /** Whether they have a role or are an admin. */
  may(role: Role): Promise<boolean>;
  /** The accounts whose records are theirs: their own first, then those that had their proven address before them. */
  accounts(): Promise<readonly string[]>;
}

/** Tells whether somebody with these roles may do what one role allows: an admin may do all. */
export const includesRole = (roles: readonly Role[], role: Role): boolean =>
  roles.includes('admin') || roles.includes(role);

/** The uids of everybody who was erased, as this process knows them: their tokens are refused, however long they would last. */
export type ErasedPersons = Pick<ReadonlySet<string>, 'has' | 'size'>;

/**
 * Tells whether an email address is one word of visible characters in their ordinary form. Any other looks like somebody else's, or becomes it
 * once blanks are cut and letters are lower.
 */
export const isPlainAddress = (email: string): boolean =>
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800@]+@[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800@]+$/u.test(
    email,
  ) && email === email.normalize('NFKC');

/** Gives the form in which emails are compared and stored: case does not count. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();
