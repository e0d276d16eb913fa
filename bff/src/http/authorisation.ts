import type { Access } from '../contracts/call-row.ts';
import type { Role } from '../contracts/people.ts';
import { normalEmail, type Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { PersonFor } from './call.ts';

/** Makes the refusal of somebody without a good token. */
export const notSignedIn = () => new ProblemError('UNAUTHENTICATED', 'Please sign in again.');
/** Makes the refusal of somebody who asks for what is not theirs. */
export const notYours = () => new ProblemError('FORBIDDEN', 'You don’t have access to this.');

const nobody = async () => null;
const signedIn = async (person: Person | null): Promise<Person> => {
  if (person === null) throw notSignedIn();
  return person;
};
const isOwn = ({ email }: Person, pathEmail = '') => normalEmail(pathEmail) === email;
const allowed = (person: Person, isAllowed: boolean): Person => {
  if (!isAllowed) throw notYours();
  return person;
};
const withRole = async (asks: Person | null, role: Role): Promise<Person> => {
  const person = await signedIn(asks);
  return allowed(person, await person.may(role));
};

/**
 * Decides for each kind of access whether a person may make a call, and gives its handler the person. `pathEmail` is the
 * `:email` of the path. Throws ProblemError 401 or 403, and what the role look-up throws.
 */
export const authorise: {
  readonly [A in Access]: (asks: Person | null, pathEmail?: string) => Promise<PersonFor<A>>;
} = {
  anyone: nobody,
  'proves-itself': nobody,
  'signed-in': signedIn,
  owner: signedIn,
  'owner-or-admin': signedIn,
  async 'own-email'(asks, pathEmail) {
    const person = await signedIn(asks);
    return allowed(person, isOwn(person, pathEmail));
  },
  async 'own-email-or-admin'(asks, pathEmail) {
    const person = await signedIn(asks);
    return allowed(person, isOwn(person, pathEmail) || (await person.may('admin')));
  },
  admin: (asks) => withRole(asks, 'admin'),
  packer: (asks) => withRole(asks, 'packer'),
  editor: (asks) => withRole(asks, 'editor'),
};
