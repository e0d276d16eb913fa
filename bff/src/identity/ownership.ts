import { ProblemError } from '../problem/problem-error.ts';
import type { Person } from './person.ts';

/** Somebody with the accounts whose records are theirs. */
export type Owner = Pick<Person, 'uid' | 'accounts'>;

/**
 * Tells whether what an account made is this person's own: it is their account, or one that had their address before them while
 * they have proven that the address is theirs. An address alone proves nothing: once it is free, anybody may register it again.
 * Throws what the look-up of their accounts throws.
 */
export const owns = async (person: Owner, { uid }: { uid: string }): Promise<boolean> =>
  uid === person.uid || (await person.accounts()).includes(uid);

/** Makes the refusal of an account that has not proven its address where others' records lie under it. */
export const addressNotProven = () =>
  new ProblemError(
    'EMAIL_NOT_VERIFIED',
    'Another account uses this email address. Verify that the address is yours: open the link we email you, then sign in again.',
  );
