import { ProblemError } from '../problem/problem-error.ts';
import { type Identity, normalEmail } from './person.ts';

/** Whose a record is: the account that made it, and the address under which it was made. */
export interface Owned {
  readonly uid: string;
  readonly email: string;
}

/**
 * Tells whether a record is this person's own: an account owns what it made, and whoever has proven an address owns what was made under
 * it. An address alone proves nothing: once it is free, anybody may register it again.
 */
export const owns = (person: Identity, record: Owned): boolean =>
  record.uid === person.uid || (person.emailVerified && normalEmail(record.email) === person.email);

/** Makes the refusal of an account that has not proven its address where others' records lie under it. */
export const addressNotProven = () =>
  new ProblemError(
    'EMAIL_NOT_VERIFIED',
    'Another account has orders or a profile under this email address. Verify that the address is yours: open the link that we send to it, then sign in again.',
  );
