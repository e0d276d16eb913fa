import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '../api/failure.ts';
import { messages } from '../messages.ts';
import { currentSession, forgetPerson } from '../session/session-store.ts';
import { rahima, standInForIdentity } from '../testing/identity.ts';
import { isUnproven } from './identity-error.ts';
import type { Identity } from './identity-service.ts';
import { sendPasswordReset, signInVerified, signInWithPassword, signUp } from './sign-in.ts';

const exchangeToken = vi.hoisted(() => vi.fn());
const getMe = vi.hoisted(() => vi.fn(async () => ({ roles: ['editor'], erasesAt: null })));
vi.mock('../api/calls.ts', () => ({ exchangeToken, getMe, getConfig: vi.fn() }));

beforeEach(() => {
  forgetPerson();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

test.each([
  ['signing in', () => signInWithPassword('rahima@karigar.example', 'Karigar-user!')],
  ['signing up', () => signUp('Rahima', 'rahima@karigar.example', 'Karigar-user!')],
  ['asking for a new password', () => sendPasswordReset('rahima@karigar.example')],
])(
  '%s on a network that hangs says so after ten seconds, and a late answer changes nothing',
  async (_name, ask) => {
    const { promise, resolve } = Promise.withResolvers<Identity>();
    const hangs = () => promise;
    standInForIdentity({ signIn: hangs, signUp: hangs, sendReset: () => hangs().then(() => undefined) });
    const refusal = expect(ask()).rejects.toThrow(messages.auth.network);
    await vi.advanceTimersByTimeAsync(10_000);
    await refusal;
    resolve(rahima);
    await vi.advanceTimersByTimeAsync(0);
    expect(exchangeToken).not.toHaveBeenCalled();
    expect(currentSession().status).toBe('signed-out');
  },
);

test('what another person has left, held by a page that does not wake up, holds up no sign-in', async () => {
  const asleep = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('karigar-person-u9', 10);
    opening.onupgradeneeded = () => {
      const outbox = opening.result.createObjectStore('outbox', { keyPath: 'id' });
      for (const index of ['createdAt', 'status']) outbox.createIndex(index, index);
    };
    opening.onsuccess = () => resolve(opening.result);
  });
  exchangeToken.mockResolvedValue({ token: 'token' });
  standInForIdentity({ signIn: () => Promise.resolve(rahima) });
  await signInWithPassword('rahima@karigar.example', 'Karigar-user!');
  expect(currentSession().user?.uid).toBe('u1');
  asleep.close();
});

test('a name that is too long for an order is cut where it comes in', async () => {
  exchangeToken.mockResolvedValue({ token: 'token' });
  standInForIdentity({ signIn: () => Promise.resolve({ ...rahima, name: `\u202e${'র'.repeat(121)}` }) });
  await signInWithPassword('rahima@karigar.example', 'Karigar-user!');
  expect(currentSession().user?.name).toBe('র'.repeat(120));
});

test('an account that has to prove its address first comes in with the new token of its identity', async () => {
  const refusal = new ApiProblem({
    type: '',
    title: 'Email not verified',
    status: 403,
    detail: 'Verify that the address is yours.',
    code: 'EMAIL_NOT_VERIFIED',
    requestId: 'r',
  });
  exchangeToken.mockRejectedValueOnce(refusal);
  const current = vi.fn(async () => ({ ...rahima, idToken: 'id that says verified' }));
  standInForIdentity({ signIn: () => Promise.resolve(rahima), current });
  const error: unknown = await signInWithPassword(rahima.email, 'Karigar-user!').catch((thrown) => thrown);
  expect([isUnproven(error), (error as Error).message]).toEqual([true, 'Verify that the address is yours.']);
  expect(currentSession().status).toBe('signed-out');
  exchangeToken.mockResolvedValue({ token: 'token' });
  await signInVerified();
  expect(current).toHaveBeenCalledWith(true);
  expect(exchangeToken).toHaveBeenLastCalledWith(rahima.email, 'id that says verified', null);
  expect(currentSession().user?.uid).toBe('u1');
});

test('a role that begins with the proof of the address is there at once', async () => {
  exchangeToken.mockResolvedValue({ token: 'token' });
  standInForIdentity({ signIn: () => Promise.resolve(rahima), current: async () => rahima });
  getMe.mockResolvedValueOnce({ roles: [], erasesAt: null });
  await signInWithPassword(rahima.email, 'Karigar-user!');
  expect(currentSession().user?.roles).toEqual([]);
  await signInVerified();
  expect(currentSession().user?.roles).toEqual(['editor']);
});
