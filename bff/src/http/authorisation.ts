import type { Access } from '../contracts/call-row.ts';
import { normalEmail, type Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';

/** Makes the refusal of somebody without a good token. */
export const notSignedIn = () => new ProblemError('UNAUTHENTICATED', 'Please sign in again.');
/** Makes the refusal of somebody who asks for what is not theirs. */
export const notYours = () => new ProblemError('FORBIDDEN', 'You don’t have access to this.');

const forAllSignedIn: ReadonlySet<Access> = new Set(['signed-in', 'owner', 'owner-or-admin']);

/**
 * Decides whether a person may make a call, and gives the person that its handler hears of. `pathEmail` is the
 * `:email` of the path. Throws ProblemError 401 or 403, and what the role look-up throws.
 */
export async function authorise(access: Access, asks: Person | null, pathEmail = ''): Promise<Person | null> {
  if (access === 'anyone' || access === 'proves-itself') return null;
  if (asks === null) throw notSignedIn();
  const isOwn = access.startsWith('own-email') && normalEmail(pathEmail) === asks.email;
  if (forAllSignedIn.has(access) || isOwn || (access.endsWith('admin') && (await asks.isAdmin())))
    return asks;
  throw notYours();
}
