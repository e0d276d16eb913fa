import { normalEmail, type Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Access } from './call.ts';

/** Makes the refusal of somebody without a good token. */
export const notSignedIn = () => new ProblemError('UNAUTHENTICATED', 'Please sign in again.');
/** Makes the refusal of somebody who asks for what is not theirs. */
export const notYours = () => new ProblemError('FORBIDDEN', 'You don’t have access to this.');

/**
 * Decides whether `person` may make a call; `pathEmail` is the `:email` of the path. Denied unless a rule allows it.
 * Throws ProblemError 401 or 403, and what the role look-up throws.
 */
export async function authorise(
  access: Access,
  person: Person | null,
  pathEmail: string | undefined,
): Promise<void> {
  if (access === 'anyone' || access === 'proves-itself') return;
  if (person === null) throw notSignedIn();
  const own = pathEmail !== undefined && normalEmail(pathEmail) === person.email;
  switch (access) {
    case 'signed-in':
    case 'owner':
    case 'owner-or-admin':
      return;
    case 'own-email':
      if (own) return;
      throw notYours();
    case 'own-email-or-admin':
      if (own || (await person.isAdmin())) return;
      throw notYours();
    case 'admin':
      if (await person.isAdmin()) return;
      throw notYours();
    default:
      return access satisfies never;
  }
}
