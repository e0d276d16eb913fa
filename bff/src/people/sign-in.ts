import type { OrderLog } from '@karigar/events';
import { notSignedIn } from '../http/authorisation.ts';
import type { IdentityService } from '../identity/identity-service.ts';
import { addressNotProven } from '../identity/ownership.ts';
import type { ErasedPersons, Identity, ProvenIdentity } from '../identity/person.ts';
import type { ProfileRecords } from './profile-records.ts';
import type { UserRecord } from './user-record.ts';
import type { UserRecords } from './user-records.ts';

/** Where an address may have left something. */
export interface AddressParts {
  log: Pick<OrderLog, 'orders'>;
  users: Pick<UserRecords, 'accountsAt' | 'find' | 'signedIn' | 'remove' | 'hasProven'>;
  profiles: Pick<ProfileRecords, 'of'>;
  identity: Pick<IdentityService, 'find'>;
  erased: ErasedPersons;
}

type MoveParts = Pick<AddressParts, 'identity' | 'erased'> & {
  users: Omit<AddressParts['users'], 'hasProven'>;
};

/**
 * Finds the new addresses of accounts that had the signed-in address before, and moves their records there: the next owner of an address must not
 * see or erase them. Moves nothing when a new address cannot be found.
 * Throws ProblemError PROVIDER_UNAVAILABLE.
 */
export async function letOthersMove(
  parts: MoveParts,
  { uid, email, emailVerified }: Identity,
  asked = new Set([uid]),
): Promise<void> {
  const { users, identity, erased } = parts;
  const user = await users.find(email);
  if (user === null || user.uid === uid) return;
  for (const other of [user.uid, ...user.former]) {
    if (asked.has(other) || erased.has(other)) continue;
    asked.add(other);
    const account = await identity.find(other);
    if (account === 'unknown') {
      // Who has proven nothing is refused where others left something.
      if (emailVerified) await users.remove(other);
    } else if (account !== null && account.email !== email) await move(parts, account, asked);
  }
}

/** Moves an account to the address that it has now, unless it would take that of others without proof: then it only leaves. */
async function move(parts: MoveParts, account: Identity, asked: Set<string>): Promise<void> {
  const { uid, email, emailVerified } = account;
  const { users } = parts;
  if (email !== '') await letOthersMove(parts, account, asked);
  const others = (await users.accountsAt(email)).filter((one) => one !== uid);
  if (email === '' || (others.length > 0 && !emailVerified)) await users.remove(uid);
  else await users.signedIn(account);
}

/**
 * Refuses the sign-in of an account that has not proven its address, while another account that had it has orders or a profile: an
 * address that became free may be registered by anybody. So is one whose proof is older than the address's. Throws ProblemError
 * EMAIL_NOT_VERIFIED and UNAUTHENTICATED.
 */
export async function refuseUnprovenAddress(
  { log, users, profiles }: Pick<AddressParts, 'log' | 'users' | 'profiles'>,
  { uid, email, emailVerified }: Identity,
): Promise<void> {
  if (emailVerified) return;
  // A proof is never taken back, so an earlier owner of the account has given this one.
  if (await users.hasProven(uid, email)) throw notSignedIn();
  const others = (await users.accountsAt(email)).filter((one) => one !== uid);
  if (others.length === 0) return;
  const [orders, written] = await Promise.all([log.orders({ uids: others, limit: 1 }), profiles.of(others)]);
  if (orders.total > 0 || written.length > 0) throw addressNotProven();
}

/** What a sign-in ends: the accounts whose earlier sign-ins end, and those that lose what they have left unfinished. */
export interface EndedBySignIn {
  sessions: readonly string[];
  records: readonly string[];
}

/**
 * Lists what ends with a sign-in under the address of `user`: sessions and records of other accounts, and of this account from before its address
 * was proven or its password changed. `continues`: the earlier session goes on, because its own person has proven the address.
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
