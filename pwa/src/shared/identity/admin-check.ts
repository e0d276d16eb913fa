import { getAdmin } from '../api/calls.ts';
import {
  currentSession,
  isSignedIn,
  keepPerson,
  onSessionChange,
  type SessionUser,
} from '../session/session-store.ts';

let asked: { uid: string; answer: Promise<boolean> } | null = null;
onSessionChange(() => {
  if (currentSession().user?.uid !== asked?.uid) asked = null;
});

/**
 * Asks the shop whether a person is an admin, once a visit; after a failure again. Throws ApiProblem or NoAnswerError. Every
 * call of an admin is checked by the shop in any case.
 */
export function isAdmin({ uid, email }: Pick<SessionUser, 'uid' | 'email'>): Promise<boolean> {
  if (asked?.uid === uid) return asked.answer;
  const question = { uid, answer: getAdmin(email).then(({ admin }) => admin) };
  asked = question;
  question.answer.catch(() => {
    if (asked === question) asked = null;
  });
  return question.answer;
}

/**
 * Asks the shop whether the signed-in person is an admin and keeps the answer. Throws ApiProblem or NoAnswerError:
 * a failed question changes nothing, only an answer does.
 */
export async function refreshAdmin(): Promise<boolean> {
  const { user } = currentSession();
  if (user === null) return false;
  const admin = await isAdmin(user);
  const now = currentSession().user;
  if (now !== null && isSignedIn(user.uid) && now.admin !== admin) keepPerson({ ...now, admin });
  return admin;
}
