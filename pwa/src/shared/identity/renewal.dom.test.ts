import type { ProblemCode } from '@karigar/bff/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../api/failure.ts';
import {
  accessToken,
  currentSession,
  keepPerson,
  keepToken,
  personKey,
  tokenKey,
} from '../session/session-store.ts';
import { rahima, standInForIdentity } from '../testing/identity.ts';
import { refusal } from '../testing/refusal.ts';
import type { Identity } from './identity-service.ts';
import { renewToken } from './renewal.ts';

const exchangeToken = vi.hoisted(() => vi.fn());
const leaveErased = vi.hoisted(() => vi.fn());
vi.mock('./erased-person.ts', () => ({ leaveErased }));
vi.mock('../api/calls.ts', () => ({ exchangeToken, getConfig: vi.fn() }));

const identityWith = (current: (anew?: boolean) => Promise<Identity | null>) =>
  standInForIdentity({ current, signOut: () => Promise.resolve() });
const refused = (status: number, code: ProblemCode = 'UNAUTHENTICATED') => refusal(status, code);

beforeEach(() => {
  history.replaceState(null, '', '/dashboard');
  exchangeToken.mockReset();
  leaveErased.mockReset().mockResolvedValue(undefined);
  keepToken('old');
  keepPerson({ uid: 'u1', email: rahima.email, name: 'Rahima', photoURL: null, admin: false });
  identityWith(() => Promise.resolve(rahima));
});

test('a kept sign-in gives a new token', async () => {
  exchangeToken.mockResolvedValue({ token: 'new' });
  expect(await renewToken('old')).toBe(true);
  expect(accessToken()).toBe('new');
  expect(currentSession().status).toBe('signed-in');
});

test('calls that wait share one renewal', async () => {
  exchangeToken.mockResolvedValue({ token: 'new' });
  expect(await Promise.all([renewToken('old'), renewToken('old'), renewToken('old')])).toEqual([
    true,
    true,
    true,
  ]);
  expect(exchangeToken).toHaveBeenCalledTimes(1);
});

test.each([
  ['the shop has erased', () => exchangeToken.mockRejectedValue(refused(401, 'PERSON_ERASED'))],
  [
    'the identity service knows no more',
    () =>
      identityWith(() => Promise.reject(Object.assign(new Error('gone'), { code: 'auth/user-not-found' }))),
  ],
])('a person whom %s leaves this device', async (_who, arrange) => {
  arrange();
  expect(await renewToken('old')).toBe(false);
  await vi.waitFor(() => expect(leaveErased).toHaveBeenCalledWith('u1'));
});

test('a token that another tab has renewed meanwhile is used as it is', async () => {
  keepToken('renewed elsewhere');
  expect(await renewToken('old')).toBe(true);
  expect(exchangeToken).not.toHaveBeenCalled();
});

test('a proof that the shop refuses as expired is renewed once before the session ends', async () => {
  identityWith(async (anew) => ({ ...rahima, idToken: anew === true ? 'fresh' : 'expired' }));
  exchangeToken.mockImplementation(async (_email, idToken) => {
    if (idToken === 'expired') throw refused(401);
    return { token: 'new' };
  });
  expect(await renewToken('old')).toBe(true);
  expect(accessToken()).toBe('new');
  expect(currentSession().status).toBe('signed-in');
});

test.each([401, 403])('a shop that answers %i ends the session', async (status) => {
  exchangeToken.mockRejectedValue(refused(status));
  expect(await renewToken('old')).toBe(false);
  expect(currentSession()).toEqual({ status: 'signed-out', user: null });
  expect(accessToken()).toBeNull();
});

test('a session that ends on My Orders leads to the home page', async () => {
  history.replaceState({ key: 'k1' }, '', '/dashboard/myorders');
  exchangeToken.mockRejectedValue(refused(401));
  expect(await renewToken('old')).toBe(false);
  expect(currentSession()).toMatchObject({ status: 'signed-out', leaving: { pageKey: 'k1', goTo: '/' } });
  expect(accessToken()).toBeNull();
});

test('a sign-in that the identity service no longer keeps ends the session', async () => {
  identityWith(() => Promise.resolve(null));
  expect(await renewToken('old')).toBe(false);
  expect(currentSession().status).toBe('signed-out');
});

test('a sign-in of another person never renews this one', async () => {
  identityWith(() => Promise.resolve({ ...rahima, uid: 'u2' }));
  expect(await renewToken('old')).toBe(false);
  expect(exchangeToken).not.toHaveBeenCalled();
});

test.each([
  ['no network', new NoAnswerError('unreachable')],
  ['a broken server', refused(503)],
])('%s signs nobody out', async (_name, error) => {
  exchangeToken.mockRejectedValue(error);
  await expect(renewToken('old')).rejects.toThrow(NoAnswerError);
  expect(currentSession().status).toBe('signed-in');
  expect(accessToken()).toBe('old');
});

test('an identity service that cannot be reached signs nobody out', async () => {
  identityWith(() =>
    Promise.reject(Object.assign(new Error('offline'), { code: 'auth/network-request-failed' })),
  );
  await expect(renewToken('old')).rejects.toThrow(NoAnswerError);
  expect(currentSession().status).toBe('signed-in');
});

/** What another tab has written, of which this one has not heard yet. */
function anotherTab(token: string | null, uid: string): void {
  if (token === null) localStorage.clear();
  else {
    localStorage.setItem(tokenKey, token);
    localStorage.setItem(personKey, JSON.stringify({ uid }));
  }
}

test('a token that comes after another tab has signed out is not kept', async () => {
  exchangeToken.mockImplementation(async () => {
    anotherTab(null, 'u1');
    return { token: 'late' };
  });
  expect(await renewToken('old')).toBe(false);
  expect(accessToken()).toBeNull();
});

test('a renewal that fails after somebody else has signed in elsewhere leaves their session alone', async () => {
  identityWith(async () => {
    anotherTab('theirs', 'u2');
    return { ...rahima, uid: 'u2' };
  });
  expect(await renewToken('old')).toBe(false);
  expect(accessToken()).toBe('theirs');
  expect(localStorage.getItem(personKey)).toContain('u2');
});
