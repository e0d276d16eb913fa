import { IdentityError } from '../../shared/identity/identity-error.ts';

/** Whether a reset failed only because nobody has this address. */
export const isUnknownPerson = (error: unknown): boolean =>
  error instanceof IdentityError && error.code === 'auth/user-not-found';
