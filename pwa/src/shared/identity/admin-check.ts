import { getAdmin } from '../api/calls.ts';
import { currentSession, isSignedIn, keepPerson } from '../session/session-store.ts';

/**
 * Asks the shop whether the signed-in person is an admin and keeps the answer. Throws ApiProblem or NoAnswerError:
 * a failed question changes nothing, only an answer does.
 */
export async function refreshAdmin(): Promise<boolean> {
  const { user } = currentSession();
  if (user === null) return false;
  const { admin } = await getAdmin(user.email);
  const now = currentSession().user;
  if (now !== null && isSignedIn(user.uid) && now.admin !== admin) keepPerson({ ...now, admin });
  return admin;
}
