import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '../messages.ts';
import { currentSession, forgetPerson } from '../session/session-store.ts';
import type { Identity } from './identity-service.ts';
import { sendPasswordReset, signInWithPassword, signUp } from './sign-in.ts';
import { rahima, standInForIdentity } from './testing-identity.ts';

const exchangeToken = vi.hoisted(() => vi.fn());
const getAdmin = vi.hoisted(() => vi.fn());
vi.mock('../api/calls.ts', () => ({ exchangeToken, getAdmin, getConfig: vi.fn() }));

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
    const opening = indexedDB.open('karigar-person-u9', 20);
    opening.onupgradeneeded = () => {
      const outbox = opening.result.createObjectStore('outbox', { keyPath: 'id' });
      for (const index of ['createdAt', 'status']) outbox.createIndex(index, index);
    };
    opening.onsuccess = () => resolve(opening.result);
  });
  exchangeToken.mockResolvedValue({ token: 'token' });
  getAdmin.mockResolvedValue({ admin: false });
  standInForIdentity({ signIn: () => Promise.resolve(rahima) });
  await signInWithPassword('rahima@karigar.example', 'Karigar-user!');
  expect(currentSession().user?.uid).toBe('u1');
  asleep.close();
});
