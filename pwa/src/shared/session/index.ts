/** Who uses this browser: the front door for pages. */
export { IdentityError } from './identity-error.ts';
export { type Session, type SessionUser, useSession } from './session-store.ts';
export {
  prepareSignIn,
  sendPasswordReset,
  signInWithGoogle,
  signInWithPassword,
  signUp,
} from './sign-in.ts';
export { signOut } from './sign-out.ts';
