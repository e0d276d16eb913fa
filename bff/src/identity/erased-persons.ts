import { ProblemError } from '../problem/problem-error.ts';

/** The uids of everybody who was erased, as this process knows them: their tokens are refused, however long they would last. */
export type ErasedPersons = Pick<ReadonlySet<string>, 'has'>;

/** Makes the refusal of an erased person, whatever they ask for. */
export const personErased = () =>
  new ProblemError(
    'PERSON_ERASED',
    'This account was erased. Sign up anew if you want to be a customer again.',
  );
