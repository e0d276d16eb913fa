import type { ShopConfig } from '@karigar/bff/contracts';
import { initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getRedirectResult,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  type User,
  updateProfile,
} from 'firebase/auth';
import { publicDb } from '../saved/public-data.ts';
import { IdentityError, isCancelled, isPopupBlocked, signInOnceMore } from './identity-error.ts';
import type { Identity, IdentityService } from './identity-service.ts';

const asIdentity = async (user: User, freshly = false): Promise<Identity> => ({
  uid: user.uid,
  email: user.email ?? '',
  name: user.displayName ?? '',
  photoURL: user.photoURL,
  idToken: await user.getIdToken(freshly),
});

const kept = [browserLocalPersistence, browserSessionPersistence];

/** Whether a sign-in can be stored: the SDK tries it with one letter, and fails later. */
function hasRoom(): boolean {
  try {
    localStorage.setItem('karigar.room', 'x'.repeat(10_000));
    localStorage.removeItem('karigar.room');
    return true;
  } catch {
    return false;
  }
}

/** The person's own name for the demo's Google accounts: the same e-mail is the same account each time. */
const demoGoogleToken = (account: { email: string; name: string }) =>
  JSON.stringify({
    sub: `google-${account.email}`,
    email: account.email,
    email_verified: true,
    name: account.name,
  });

/**
 * The identity service behind Firebase. This module is the only one that knows the SDK, and is loaded when somebody
 * signs in or a token has to be renewed. In the demo the SDK talks to the emulator through the shop's own origin.
 */
export function firebaseIdentity(config: ShopConfig['auth']): IdentityService {
  // The SDK would wait for ever for a database that does not answer; without the interface it does not.
  if (publicDb.isMemory) Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  const app = initializeApp({
    apiKey: config.apiKey,
    authDomain: config.authDomain,
    projectId: config.projectId,
  });
  const auth: Auth = initializeAuth(app, {
    persistence: hasRoom() ? [...kept, inMemoryPersistence] : [inMemoryPersistence, ...kept],
  });
  if (config.emulator) connectAuthEmulator(auth, location.origin, { disableWarnings: true });

  return {
    async signIn(email, password) {
      return asIdentity((await signInWithEmailAndPassword(auth, email, password)).user);
    },
    async signUp(name, email, password) {
      const { user } = await createUserWithEmailAndPassword(auth, email, password);
      await updateProfile(user, { displayName: name });
      return asIdentity(user, true);
    },
    async signInWithGoogle(demoAccount) {
      if (demoAccount) {
        const credential = GoogleAuthProvider.credential(demoGoogleToken(demoAccount));
        return asIdentity((await signInWithCredential(auth, credential)).user);
      }
      const provider = new GoogleAuthProvider();
      try {
        return await asIdentity((await signInWithPopup(auth, provider, browserPopupRedirectResolver)).user);
      } catch (error) {
        if (isCancelled(error)) return null;
        if (isPopupBlocked(error)) return signInWithRedirect(auth, provider, browserPopupRedirectResolver);
        throw error;
      }
    },
    async finishRedirect() {
      const result = await getRedirectResult(auth, browserPopupRedirectResolver);
      return result === null ? null : asIdentity(result.user);
    },
    sendReset: (email) => sendPasswordResetEmail(auth, email),
    async sendVerification() {
      await auth.authStateReady();
      if (auth.currentUser === null) throw new IdentityError('shop/signed-out', signInOnceMore);
      await sendEmailVerification(auth.currentUser);
    },
    async current(anew = false) {
      await auth.authStateReady();
      if (anew) await auth.currentUser?.reload();
      return auth.currentUser === null ? null : asIdentity(auth.currentUser, anew);
    },
    signOut: () => auth.signOut(),
  };
}
