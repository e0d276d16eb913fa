import { matchPath } from 'react-router-dom';
import { exchangeToken } from '../api/calls.ts';
import { ApiProblem, hasCode, NoAnswerError } from '../api/failure.ts';
import { paths } from '../paths.ts';
import {
  accessToken,
  currentSession,
  forgetPerson,
  isSignedIn,
  keepToken,
  leavingTo,
} from '../session/session-store.ts';
import { askIdentity } from './identity.ts';
import { isAccountGone, isSignInOver } from './identity-error.ts';
import type { Identity } from './identity-service.ts';

let running: Promise<boolean> | null = null;

/**
 * Gets a new access token from the stored sign-in, once for all calls that wait. `staleToken` is the refused one: when
 * another call or tab has renewed it meanwhile there is nothing to do. Gives false and ends the session only when the
 * identity service or the shop says that the sign-in is over; throws NoAnswerError when neither answers.
 */
export function renewToken(staleToken: string | null): Promise<boolean> {
  const stored = accessToken();
  if (stored !== null && stored !== staleToken) return Promise.resolve(true);
  running ??= renew().finally(() => {
    running = null;
  });
  return running;
}

/** `anew` asks the identity service for a fresh proof: by a clock that was put back a stored one looks valid when it is not. */
async function renew(anew = false): Promise<boolean> {
  const session = currentSession();
  if (session.status !== 'signed-in') return false;
  const person = await storedIdentity(anew);
  if (person === 'gone') return erased(session.user.uid);
  if (person === null || person.uid !== session.user.uid) return over(session.user.uid);
  try {
    const { token } = await exchangeToken(person.email, person.idToken, accessToken());
    if (!isSignedIn(person.uid)) return false;
    keepToken(token);
    return true;
  } catch (error) {
    if (hasCode(error, 'PERSON_ERASED')) return erased(person.uid);
    if (!anew && error instanceof ApiProblem && error.problem.status === 401) return renew(true);
    if (error instanceof ApiProblem && (error.problem.status === 401 || error.problem.status === 403))
      return over(person.uid);
    throw asNoAnswer(error);
  }
}

/** Ends this person's session; one that somebody else has begun in another tab meanwhile is not theirs to end. */
function over(uid: string): false {
  // A refused My Orders leads to the home page; on every other page the guard asks for a new sign-in and remembers the page.
  const onMyOrders = matchPath(paths.myOrders, location.pathname) !== null;
  if (isSignedIn(uid)) forgetPerson(onMyOrders ? leavingTo(paths.home) : undefined);
  return false;
}

/**
 * Removes an erased person from this device and says so; what that needs is loaded then. Resolves when the session is over: a page
 * that handles the refused call finds no session, and does not end it in another way.
 */
export const noticeErased = (uid: string): Promise<void> =>
  import('./erased-person.ts').then(
    ({ leaveErased }) => void leaveErased(uid).catch(() => undefined),
    () => undefined,
  );

async function erased(uid: string): Promise<false> {
  await noticeErased(uid);
  return false;
}

/** The person whose sign-in is stored; null when it is over, 'gone' when their account is no more. */
async function storedIdentity(anew: boolean): Promise<Identity | null | 'gone'> {
  try {
    return await askIdentity((service) => service.current(anew));
  } catch (error) {
    if (isAccountGone(error)) return 'gone';
    if (isSignInOver(error)) return null;
    throw asNoAnswer(error);
  }
}

const asNoAnswer = (error: unknown): NoAnswerError =>
  error instanceof NoAnswerError ? error : new NoAnswerError('unreachable', error);
