import type { ErasedPersons } from '../identity/erased-persons.ts';
import type { IdentityService } from '../identity/identity-service.ts';
import type { Identity } from '../identity/person.ts';
import type { UserRecords } from './user-records.ts';

/** What tells where the accounts before have gone. */
interface MoveParts {
  readonly users: Pick<UserRecords, 'find' | 'signedIn' | 'remove'>;
  readonly identity: Pick<IdentityService, 'find'>;
  readonly erased: ErasedPersons;
}

/**
 * Looks where the accounts have gone that had an address before the one that signs in: whoever lives under another address takes their records
 * along, for whoever proves the old one must not see, let alone erase, what is theirs. Where that cannot be known, nobody inherits anything.
 * Throws ProblemError PROVIDER_UNAVAILABLE.
 */
export async function letOthersMove(
  { users, identity, erased }: MoveParts,
  { uid, email }: Identity,
): Promise<void> {
  const user = await users.find(email);
  if (user === null || user.uid === uid) return;
  for (const other of [user.uid, ...user.former]) {
    if (other === uid || erased.has(other)) continue;
    const account = await identity.find(other);
    if (account === 'unknown' || account?.email === '') await users.remove(other);
    else if (account !== null && account.email !== email) await users.signedIn(account);
  }
}
