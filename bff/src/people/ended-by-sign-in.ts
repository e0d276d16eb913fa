import type { ProvenIdentity } from '../identity/person.ts';
import type { UserRecord } from './user-record.ts';

/** What a sign-in ends: the accounts whose earlier sign-ins end, and those that lose what they have left unfinished. */
export interface EndedBySignIn {
  readonly sessions: readonly string[];
  readonly records: readonly string[];
}

/**
 * Says what ends with a sign-in under the address of `user`: what another account, or this one before its address was proven or its password
 * changed, has left there, whoever made it. `continues`: the sign-in of before goes on, so its own person has proven the address.
 */
export function endedBySignIn(
  user: Pick<UserRecord, 'uid' | 'former' | 'verified' | 'credentialsSince'> | null,
  { uid, emailVerified, credentialsSince }: ProvenIdentity,
  continues: boolean,
): EndedBySignIn {
  if (user === null) return { sessions: [], records: [] };
  if (user.uid !== uid) {
    const sessions = emailVerified ? [user.uid, ...user.former] : [];
    return { sessions, records: user.verified ? [] : sessions };
  }
  const isChanged = (credentialsSince ?? 0) > (user.credentialsSince ?? Number.POSITIVE_INFINITY);
  const isProven = emailVerified && !user.verified && !continues;
  const own = isChanged || isProven ? [uid] : [];
  return { sessions: own, records: own };
}
