import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '../messages.ts';
import type { Identity } from './identity-service.ts';
import { currentSession, forgetPerson } from './session-store.ts';
import { sendPasswordReset, signInWithPassword, signUp } from './sign-in.ts';
import { rahima, standInForIdentity } from './testing-identity.ts';

const exchangeToken = vi.hoisted(() => vi.fn());
vi.mock('../api/calls.ts', () => ({ exchangeToken, getAdmin: vi.fn(), getConfig: vi.fn() }));

beforeEach(() => {
  forgetPerson();
  vi.useFakeTimers();
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
