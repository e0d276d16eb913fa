import type { OrderLog } from '@karigar/events';
import { addressNotProven } from '../identity/ownership.ts';
import type { Identity } from '../identity/person.ts';
import type { ProfileRecords } from './profile-records.ts';

/**
 * Refuses the sign-in of an account that has not proven its address, while orders or a profile under that address belong to another
 * account: an address that became free may be registered by anybody. Throws ProblemError EMAIL_NOT_VERIFIED.
 */
export async function refuseUnprovenAddress(
  { log, profiles }: { readonly log: Pick<OrderLog, 'orders'>; readonly profiles: ProfileRecords },
  { uid, email, emailVerified }: Identity,
): Promise<void> {
  if (emailVerified) return;
  const [orders, profile] = await Promise.all([
    log.orders({ email, notUid: uid, limit: 1 }),
    profiles.find(email),
  ]);
  if (orders.total > 0 || (profile !== null && profile.uid !== uid)) throw addressNotProven();
}
