import { IdentityError } from '../../shared/session/index.ts';

/** Whether a reset failed only because nobody has this address. */
export const isUnknownPerson = (error: unknown): boolean =>
  error instanceof IdentityError && error.code === 'auth/user-not-found';
