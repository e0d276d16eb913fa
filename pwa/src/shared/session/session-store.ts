import type { Role } from '@karigar/bff/contracts';
import { paths, type RememberedOrigin } from '../paths.ts';
import { createStore, useStore } from '../store.ts';
import { deviceStorage, storageTrouble } from '../web-storage.ts';

/** The signed-in person. `roles` are theirs as the shop said last; absent while they are unknown. */
export interface SessionUser {
  uid: string;
  email: string;
  name: string;
  photoURL: string | null;
  roles?: readonly Role[];
}

/** Whether a person may do what a role allows, as the shop said last: an admin may do all. */
export const may = (user: SessionUser | null, role: Role): boolean =>
  user?.roles?.some((one) => one === role || one === 'admin') === true;

/** Where somebody begins who has signed in: packers with what they ship, editors with the tools. */
export function startOf(user: SessionUser): string {
  if (may(user, 'admin')) return paths.dashboard;
  if (may(user, 'packer')) return paths.parcels;
  return may(user, 'editor') ? paths.manageProducts : paths.dashboard;
}

/**
 * Where a person goes who has just signed out on the page with this history key: a guard obeys it on that page only,
 * and there remembers no other origin than this.
 */
export interface Leaving {
  pageKey: string;
  goTo: string;
  origin: RememberedOrigin;
}

/** Leaves the present page for `goTo`. */
export const leavingTo = (goTo: string, origin: RememberedOrigin = {}): Leaving => ({
  pageKey: (history.state as { key?: string } | null)?.key ?? 'default',
  goTo,
  origin,
});

/** Who uses this browser now. 'loading' lasts only while a redirect sign-in is being finished. */
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null; leaving?: Leaving }
  | { status: 'signed-in'; user: SessionUser };

/** The access token's place is known to scripts of the old shop; the person beside it is our own. */
export const tokenKey = 'accessToken';
export const personKey = 'karigar.person';
const hasSignedInKey = 'karigar.hasSignedIn';

const signedOut = { status: 'signed-out', user: null } as const satisfies Session;
const session = createStore<Session>(fromStorage());

function fromStorage(): Session {
  const user = accessToken() === null ? null : deviceStorage.readJson<SessionUser>(personKey);
  return typeof user?.uid === 'string' ? { status: 'signed-in', user } : signedOut;
}

/** The present session, outside React. */
export const currentSession = session.get;

/** Whose token is stored (uid), whether or not this tab has noticed it yet; null without a session. */
export const tokenHolder = (): string | null => fromStorage().user?.uid ?? null;

/**
 * Whether this person is signed in now, also by what is stored: another tab may have signed them out without this one having
 * noticed it yet, as a tab that wakes up runs its own work first. Ask before anything late is stored or sent.
 */
export const isSignedIn = (uid: string): boolean => session.get().user?.uid === uid && tokenHolder() === uid;

/** Whether anybody has ever signed in with this browser: a sign that they mean to come back. */
export const hasSignedIn = (): boolean =>
  session.get().status === 'signed-in' || deviceStorage.read(hasSignedInKey) === '1';

/** Follows the session outside React; gives the function that stops. */
export const onSessionChange = session.subscribe;

/** The present session: screens follow our own token, never the identity service, which cannot answer offline. */
export const useSession = (): Session => useStore(session);

/** The stored access token, or null. */
export function accessToken(): string | null {
  return deviceStorage.read(tokenKey);
}

/** Whether the shop's token says that its holder has proven their address; null when there is none that says anything. */
export function isAddressVerified(): boolean | null {
  const claims = accessToken()?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return claims === undefined ? null : (JSON.parse(atob(claims)) as { verified: boolean }).verified;
  } catch {
    return null;
  }
}

/** Stores a new token; the session is not announced by it. */
export const keepToken = (token: string): void => void deviceStorage.write(tokenKey, token);

/** Announces that this person is signed in, here and in the other tabs. */
export function keepPerson(user: SessionUser): void {
  if (!deviceStorage.write(personKey, JSON.stringify(user))) storageTrouble.set('nothing-kept');
  deviceStorage.write(hasSignedInKey, '1');
  session.set({ status: 'signed-in', user });
}

/** Forgets token and person, here and in the other tabs. Without `leaving` the guards remember the page for the next sign-in. */
export function forgetPerson(leaving?: Leaving): void {
  deviceStorage.remove(tokenKey);
  deviceStorage.remove(personKey);
  session.set(leaving === undefined ? signedOut : { ...signedOut, leaving });
}

/** Shows the spinner of the guards while a redirect sign-in is being finished; `false` goes back to what is stored. */
export const showLoading = (loading: boolean): void =>
  session.set(loading ? { status: 'loading', user: null } : fromStorage());

/** Another tab signed somebody in or out: this one follows. */
globalThis.window?.addEventListener?.('storage', (event) => {
  if (event.key === tokenKey || event.key === personKey || event.key === null) session.set(fromStorage());
});

/** A page that the browser had put away, and gives back as it was, has heard nothing of the other tabs meanwhile. */
globalThis.window?.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) session.set(fromStorage());
});
