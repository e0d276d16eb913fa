import type { IdentityService } from '../identity/identity-service.ts';
import type { ErasedPersons, Identity } from '../identity/person.ts';
import type { UserRecords } from './user-records.ts';

/** What tells where the accounts before have gone. */
interface MoveParts {
  readonly users: Pick<UserRecords, 'accountsAt' | 'find' | 'signedIn' | 'remove'>;
  readonly identity: Pick<IdentityService, 'find'>;
  readonly erased: ErasedPersons;
}

/**
 * Looks where the accounts have gone that had an address before the one that signs in: whoever lives under another address takes their records
 * along, for whoever proves the old one must not see, let alone erase, what is theirs. Where that cannot be known, nobody inherits anything.
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
