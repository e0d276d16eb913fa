import { paths } from '../paths.ts';
import { showOnIcon } from '../push/icon-badge.ts';
import { leavePush } from '../push/this-device.ts';
import { countUnsent, removePersonDb } from '../saved/person-db.ts';
import { accessToken, currentSession, forgetPerson, leavingTo } from '../session/session-store.ts';
import { forgetIdentity } from './identity.ts';

/** What a database that cannot be read may hold. */
const mayBeUnsent = 1;

/** How to leave: what becomes of unsent work, and where a protected page sends the person (default /login). */
export interface SignOutOptions {
  unsent?: 'keep' | 'discard';
  goTo?: string;
}

/**
 * Signs out on this device, with or without a network: token, identity, notifications and the person's database go. With
 * `unsent: 'keep'` (default) a database that still holds unsent work stays, closed, until the same person signs in
 * again. The session is over at once; the promise ends when the database is gone.
 */
export async function signOut({ unsent = 'keep', goTo = paths.login }: SignOutOptions = {}): Promise<void> {
  const { user } = currentSession();
  const token = accessToken();
  forgetIdentity();
  forgetPerson(leavingTo(goTo));
  void leavePush(token).catch(() => undefined);
  showOnIcon(0);
  if (user === null) return;
  const kept = unsent === 'keep' && (await countUnsent(user.uid).catch(() => mayBeUnsent)) > 0;
  if (!kept) await removePersonDb(user.uid);
}
