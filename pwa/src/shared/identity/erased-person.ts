import { paths } from '../paths.ts';
import { showOnIcon } from '../push/icon-badge.ts';
import { leavePush } from '../push/this-device.ts';
import { rereadReviews } from '../saved/catalogue.ts';
import { paymentAttempt } from '../saved/payment-attempt.ts';
import { removePersonDb } from '../saved/person-db.ts';
import { forgetToolReviews } from '../saved/tool-reviews.ts';
import { forgetPerson, isSignedIn, leavingTo, tokenHolder } from '../session/session-store.ts';
import { notifyUntilClosed } from '../ui/toast.ts';
import { forgetIdentity } from './identity.ts';

/** Whom this page has told: several of their calls may be refused at once. */
const told = new Set<string>();

/**
 * Removes from this device what it keeps about a person whom the shop has erased: sign-in, database with drafts and unsent work,
 * payments that were begun, and what they wrote in the saved copy of the reviews. The session is over at once; the promise ends when
 * the database is gone.
 */
export async function leaveErased(uid: string): Promise<void> {
  const holder = tokenHolder();
  if (isSignedIn(uid)) {
    forgetIdentity();
    forgetPerson(leavingTo(paths.home));
    void leavePush(null).catch(() => undefined);
    showOnIcon(0);
  }
  // Also where another tab was faster and has ended the session; a person who has signed in since is told nothing.
  if ((holder === null || holder === uid) && !told.has(uid)) {
    told.add(uid);
    notifyUntilClosed('This account has been erased.');
  }
  paymentAttempt.forgetAll();
  void rereadReviews();
  void forgetToolReviews();
  await removePersonDb(uid);
}
