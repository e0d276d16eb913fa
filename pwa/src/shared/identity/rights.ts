import type { Role } from '@karigar/bff/contracts';
import { getMe } from '../api/calls.ts';
import {
  currentSession,
  isSignedIn,
  keepPerson,
  onSessionChange,
  type SessionUser,
} from '../session/session-store.ts';

let asked: { uid: string; answer: Promise<readonly Role[]> } | null = null;
onSessionChange(() => {
  if (currentSession().user?.uid !== asked?.uid) asked = null;
});

/**
 * Asks the shop for the roles of the person who has signed in, once a visit; after a failure, or where `anew` is true, again. Throws ApiProblem or
 * NoAnswerError. Every call is checked by the shop in any case.
 */
export function rolesOf(uid: string, anew = false): Promise<readonly Role[]> {
  if (asked?.uid === uid && !anew) return asked.answer;
  const answer = getMe().then(({ roles }) => roles);
  asked = { uid, answer };
  answer.catch(() => {
    if (asked?.answer === answer) asked = null;
  });
  return answer;
}

/**
 * Asks the shop what the signed-in person may do and keeps the answer. Throws ApiProblem or NoAnswerError:
 * a failed question changes nothing, only an answer does. Gives the person with their roles; null without a session.
 */
export async function refreshRights(anew = false): Promise<SessionUser | null> {
  const { user } = currentSession();
  if (user === null) return null;
  const roles = await rolesOf(user.uid, anew);
  const now = currentSession().user;
  const isSame = String(now?.roles) === String(roles);
  if (now !== null && isSignedIn(user.uid) && !isSame) keepPerson({ ...now, roles });
  return { ...user, roles };
}
