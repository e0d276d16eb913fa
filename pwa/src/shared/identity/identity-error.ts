import { messages } from '../messages.ts';

/** A sign-in that the identity service refused, with the text that a person reads. */
export class IdentityError extends Error {
  readonly code: string;
  constructor(code: string, text: string) {
    super(text);
    this.name = 'IdentityError';
    this.code = code;
  }
}

/**
 * The text for an error code of the identity service; codes without a text of ours show the provider's message.
 * With e-mail privacy on, the service says invalid-credential for a wrong password and for an unknown person.
 */
export function identityText(code: string, providerMessage: string): string {
  switch (code) {
    case 'auth/network-request-failed':
      return messages.auth.network;
    case 'auth/wrong-password':
    case 'auth/invalid-credential':
    case 'auth/invalid-login-credentials':
      return messages.auth.wrongPassword;
    case 'auth/user-not-found':
      return messages.auth.userNotFound;
    case 'auth/email-already-in-use':
      return messages.auth.emailInUse;
    default:
      return providerMessage;
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Any error of the identity SDK as an IdentityError. Google's own window shows the provider's message as it is. */
export function asIdentityError(error: unknown, by: 'password' | 'google' = 'password'): IdentityError {
  if (error instanceof IdentityError) return error;
  const code = codeOf(error);
  // Only the service writes for people; a browser's own error (its code is a number) does not.
  const message = error instanceof Error && code.includes('/') ? error.message : 'Sign-in failed. Try again.';
  return new IdentityError(code, by === 'google' ? message : identityText(code, message));
}

const withCode =
  (...codes: string[]) =>
  (error: unknown): boolean =>
    codes.includes(codeOf(error));

/** A person who closes the provider's window has changed their mind; that is no error. */
export const isCancelled = withCode(
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
);

/** The browser did not let the provider's window open. */
export const isPopupBlocked = withCode(
  'auth/popup-blocked',
  'auth/operation-not-supported-in-this-environment',
);

/** The identity service knows the account no more. */
export const isAccountGone = withCode('auth/user-not-found');

/** The stored sign-in of the identity service is over; only a new sign-in helps. */
export const isSignInOver = withCode(
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/invalid-user-token',
  'auth/requires-recent-login',
);

/** The shop refuses this account until its address is proven: others' orders or profile lie under it. */
export const isUnproven = withCode('shop/EMAIL_NOT_VERIFIED');

/** What a person reads whose sign-in at the identity service is gone while the page still needs it. */
export const signInOnceMore = 'Sign in with your password again.';
