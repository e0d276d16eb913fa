import { getAdmin, getMe } from '../api/calls.ts';
import {
  currentSession,
  isSignedIn,
  keepPerson,
  onSessionChange,
  type SessionUser,
} from '../session/session-store.ts';

/** What a person may do for the shop. */
type Rights = Required<Pick<SessionUser, 'admin' | 'roles'>>;

let asked: { uid: string; answer: Promise<Rights> } | null = null;
onSessionChange(() => {
  if (currentSession().user?.uid !== asked?.uid) asked = null;
});

async function ask(email: string): Promise<Rights> {
  const [{ admin }, { roles }] = await Promise.all([getAdmin(email), getMe()]);
  return { admin, roles };
}

/**
 * Asks the shop what a person may do for it, once a visit; after a failure, or where `anew` is true, again. Throws ApiProblem or
 * NoAnswerError. Every call is checked by the shop in any case.
 */
export function rightsOf({ uid, email }: Pick<SessionUser, 'uid' | 'email'>, anew = false): Promise<Rights> {
  if (asked?.uid === uid && !anew) return asked.answer;
  const question = { uid, answer: ask(email) };
  asked = question;
  question.answer.catch(() => {
    if (asked === question) asked = null;
  });
  return question.answer;
}

/**
 * Asks the shop what the signed-in person may do and keeps the answer. Throws ApiProblem or NoAnswerError:
 * a failed question changes nothing, only an answer does. Gives the person with their rights; null without a session.
 */
export async function refreshRights(anew = false): Promise<SessionUser | null> {
  const { user } = currentSession();
  if (user === null) return null;
  const rights = await rightsOf(user, anew);
  const now = currentSession().user;
  const isSame = now?.admin === rights.admin && String(now.roles ?? []) === String(rights.roles);
  if (now !== null && isSignedIn(user.uid) && !isSame) keepPerson({ ...now, ...rights });
  return { ...user, ...rights };
}
