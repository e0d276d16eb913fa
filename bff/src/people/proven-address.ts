import type { OrderLog } from '@karigar/events';
import { notSignedIn } from '../http/authorisation.ts';
import { addressNotProven } from '../identity/ownership.ts';
import type { Identity } from '../identity/person.ts';
import type { ProfileRecords } from './profile-records.ts';
import type { UserRecords } from './user-records.ts';

/** Where an address may have left something. */
interface AddressParts {
  readonly log: Pick<OrderLog, 'orders'>;
  readonly users: Pick<UserRecords, 'accountsAt' | 'hasProven'>;
  readonly profiles: Pick<ProfileRecords, 'find'>;
}

/**
 * Refuses the sign-in of an account that has not proven its address, while another account that had it has orders or a profile: an
 * address that became free may be registered by anybody. So is one whose proof is older than the address's. Throws ProblemError
 * EMAIL_NOT_VERIFIED and UNAUTHENTICATED.
 */
export async function refuseUnprovenAddress(
  { log, users, profiles }: AddressParts,
  { uid, email, emailVerified }: Identity,
): Promise<void> {
  if (emailVerified) return;
  // A proof is never taken back, so this one is of somebody who had the account before.
  if (await users.hasProven(uid, email)) throw notSignedIn();
  const others = (await users.accountsAt(email)).filter((one) => one !== uid);
  if (others.length === 0) return;
  const [orders, profile] = await Promise.all([
    log.orders({ uids: others, limit: 1 }),
    profiles.find(others),
  ]);
  if (orders.total > 0 || profile !== null) throw addressNotProven();
}
