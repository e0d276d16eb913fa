import { accountName } from '@karigar/bff/written-text';
import { exchangeToken } from '../api/calls.ts';
import { ApiProblem, isFailure } from '../api/failure.ts';
import { forgetOtherPeople } from '../saved/person-db.ts';
import { loadConfig } from '../saved/shop-config.ts';
import {
  accessToken,
  currentSession,
  isSignedIn,
  keepPerson,
  keepToken,
  type SessionUser,
  showLoading,
} from '../session/session-store.ts';
import { tabStorage } from '../web-storage.ts';
import { askForDemoAccount } from './demo-account.ts';
import { askIdentity, identity } from './identity.ts';
import { asIdentityError, IdentityError, identityText, signInOnceMore } from './identity-error.ts';
import type { Identity } from './identity-service.ts';
import { redirectKey } from './redirect.ts';
import { rolesOf } from './rights.ts';

/** Signs in with e-mail and password. Throws IdentityError with the text to show. */
export const signInWithPassword = (email: string, password: string): Promise<void> =>
  attempt(async () => establish(await askIdentity((service) => service.signIn(email, password))));

/** Loads the identity service ahead, so that the browser still counts the tap when Google's window opens. */
export const prepareSignIn = (): Promise<void> =>
  identity().then(
    () => undefined,
    () => undefined,
  );

/** Makes an account and signs in. Throws IdentityError with the text to show. */
export const signUp = (name: string, email: string, password: string): Promise<void> =>
  attempt(async () =>
    establish({ ...(await askIdentity((service) => service.signUp(name, email, password))), name }),
  );

/**
 * Signs in with Google: a window first, a redirect when the browser blocks it, and in the demo a list of our own.
 * False: the person changed their mind. Throws IdentityError with the provider's message.
 */
export const signInWithGoogle = (): Promise<boolean> =>
  attempt(async () => {
    const { auth } = await loadConfig();
    const account = auth.emulator ? await askForDemoAccount() : null;
    if (auth.emulator && account === null) return false;
    tabStorage.write(redirectKey, '1');
    try {
      const person = await (await identity()).signInWithGoogle(account);
      if (person !== null) await establish(person);
      return person !== null;
    } finally {
      tabStorage.remove(redirectKey);
    }
  }, 'google');

/** Finishes a redirect sign-in; called once, when the page starts with one under way. */
export async function finishRedirectSignIn(): Promise<void> {
  tabStorage.remove(redirectKey);
  if (currentSession().status === 'signed-in') return;
  showLoading(true);
  try {
    const person = await (await identity()).finishRedirect();
    if (person !== null) await establish(person);
  } finally {
    if (currentSession().status === 'loading') showLoading(false);
  }
}

/** Asks the identity service to mail a reset link. Throws IdentityError. */
export const sendPasswordReset = (email: string): Promise<void> =>
  attempt(() => askIdentity((service) => service.sendReset(email)));

/** Mails a link that proves the address of the person whom the shop has just refused. Throws IdentityError. */
export const sendVerification = (): Promise<void> =>
  attempt(() => askIdentity((service) => service.sendVerification()));

/** Signs in again the person whom the shop refused, once their address is proven. Throws IdentityError with the text to show. */
export const signInVerified = (): Promise<void> =>
  attempt(async () => {
    const person = await askIdentity((service) => service.current(true));
    if (person === null) throw new IdentityError('shop/signed-out', signInOnceMore);
    await establish(person);
  });

async function establish(person: Identity): Promise<void> {
  // With the token of the same sign-in the shop knows that it goes on: proving the address then takes nothing away.
  const former = isSignedIn(person.uid) ? accessToken() : null;
  const { token } = await exchangeToken(person.email, person.idToken, former);
  keepToken(token);
  // Proving the address may have begun a role that an admin has given before.
  const roles = await rolesOf(person.uid, true).catch(() => undefined);
  const user: SessionUser = {
    uid: person.uid,
    email: person.email,
    name: accountName(person.name) || (person.email.split('@')[0] ?? ''),
    photoURL: person.photoURL,
    ...(roles && { roles }),
  };
  keepPerson(user);
  // Not waited for: a sleeping page that holds such a database, or one that is broken, is no matter of this person.
  void forgetOtherPeople(user.uid).catch(() => undefined);
}

async function attempt<T>(work: () => Promise<T>, by: 'password' | 'google' = 'password'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFailure(error)) throw asIdentityError(error, by);
    const code = error instanceof ApiProblem ? `shop/${error.problem.code}` : 'auth/network-request-failed';
    throw new IdentityError(code, identityText(code, error.message));
  }
}
