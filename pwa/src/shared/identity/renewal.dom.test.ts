import type { ProblemCode } from '@karigar/bff/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../api/failure.ts';
import { accessToken, currentSession, keepToken, personKey, tokenKey } from '../session/session-store.ts';
import { rahima, standInForIdentity } from '../testing/identity.ts';
import { signInAs } from '../testing/person.ts';
import { refusal } from '../testing/refusal.ts';
import type { Identity } from './identity-service.ts';
import { renewToken } from './renewal.ts';

const exchangeToken = vi.hoisted(() => vi.fn());
const leaveErased = vi.hoisted(() => vi.fn());
vi.mock('./erased-person.ts', () => ({ leaveErased }));
vi.mock('../api/calls.ts', () => ({ exchangeToken, getConfig: vi.fn() }));

const identityWith = (current: (anew?: boolean) => Promise<Identity | null>) =>
  standInForIdentity({ current, signOut: () => Promise.resolve() });
const identityFails = (code: string) =>
  identityWith(() => Promise.reject(Object.assign(new Error('The service says no'), { code })));
const refused = (status: number, code: ProblemCode = 'UNAUTHENTICATED') => refusal(status, code);
const shopRefuses = (status: number, code?: ProblemCode) =>
  exchangeToken.mockRejectedValue(refused(status, code));

beforeEach(() => {
  history.replaceState(null, '', '/dashboard');
  exchangeToken.mockReset();
  leaveErased.mockReset().mockResolvedValue(undefined);
  signInAs({ email: rahima.email });
  keepToken('old');
  identityWith(async () => rahima);
});

test('a kept sign-in gives a new token', async () => {
  exchangeToken.mockResolvedValue({ token: 'new' });
  expect(await renewToken('old')).toBe(true);
  expect(accessToken()).toBe('new');
  expect(currentSession().status).toBe('signed-in');
});

test('calls that wait share one renewal', async () => {
  exchangeToken.mockResolvedValue({ token: 'new' });
  const waiting = ['old', 'old', 'old'].map(renewToken);
  expect(await Promise.all(waiting)).toEqual([true, true, true]);
  expect(exchangeToken).toHaveBeenCalledTimes(1);
});

test.each([
  ['the shop has erased', () => shopRefuses(401, 'PERSON_ERASED')],
  ['the identity service knows no more', () => identityFails('auth/user-not-found')],
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

test.each([
  ['that the shop refuses', () => shopRefuses(401)],
  ['that the shop forbids', () => shopRefuses(403)],
  ['that the identity service no longer keeps', () => identityWith(async () => null)],
  ['of another person', () => identityWith(async () => ({ ...rahima, uid: 'u2' }))],
])('a sign-in %s ends the session', async (_what, arrange) => {
  arrange();
  expect(await renewToken('old')).toBe(false);
  expect(currentSession()).toEqual({ status: 'signed-out', user: null });
  expect(accessToken()).toBeNull();
});

test('a session that ends on My Orders leads to the home page', async () => {
  history.replaceState({ key: 'k1' }, '', '/dashboard/myorders');
  shopRefuses(401);
  expect(await renewToken('old')).toBe(false);
  expect(currentSession()).toMatchObject({ status: 'signed-out', leaving: { pageKey: 'k1', goTo: '/' } });
});

test.each([
  ['no network', () => exchangeToken.mockRejectedValue(new NoAnswerError('unreachable'))],
  ['a broken server', () => shopRefuses(503)],
  ['an identity service that cannot be reached', () => identityFails('auth/network-request-failed')],
])('%s signs nobody out', async (_name, arrange) => {
  arrange();
  await expect(renewToken('old')).rejects.toThrow(NoAnswerError);
  expect(currentSession().status).toBe('signed-in');
  expect(accessToken()).toBe('old');
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
