import type { NavigateFunction } from 'react-router-dom';
import { forgetIdentity } from '../../../shared/identity/identity.ts';
import { paths } from '../../../shared/paths.ts';
import { forgetPerson, leavingTo } from '../../../shared/session/session-store.ts';

/** The part of an address that has the dialog opened when the page is. */
export const eraseHash = '#erase';

/**
 * Ends the session as one that is over, which keeps everything of the person on this device, and has them sign in again; then
 * they come back to the dialog of the present page.
 */
export function signInAgain(navigate: NavigateFunction): void {
  const origin = { from: location.pathname + eraseHash };
  forgetIdentity();
  forgetPerson(leavingTo(paths.login, origin));
  // A public page has no guard that would lead there.
  navigate(paths.login, { replace: true, state: origin });
}
