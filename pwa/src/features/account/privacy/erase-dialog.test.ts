import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lendToken } from '../../../shared/testing/lend-token.ts';
import { eraseMe } from './erase-dialog.tsx';

const answer = (status: number, body: object) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );
const refusal = (status: number, code: string, members: object = {}) =>
  answer(status, { type: '', title: 'No', detail: 'Not this one', status, code, requestId: 'r', ...members });

beforeAll(() => lendToken());
afterEach(() => vi.unstubAllGlobals());

test('what was typed goes in the body, never in the address', async () => {
  answer(200, { erased: true, waitsUntil: null });
  await eraseMe('rahima@karigar.example');
  const [address, init] = vi.mocked(fetch).mock.calls[0] ?? [];
  expect(address).toBe('/api/me');
  expect(init).toMatchObject({ method: 'DELETE', body: '{"confirm":"rahima@karigar.example"}' });
});

test('an erasure is done, or waits until its day', async () => {
  answer(200, { erased: true, waitsUntil: null });
  expect(await eraseMe('r@k.e')).toEqual({ kind: 'erased' });
  answer(202, { erased: false, waitsUntil: '2036-11-21T00:00:00.000Z' });
  expect(await eraseMe('r@k.e')).toEqual({ kind: 'waits', until: '2036-11-21T00:00:00.000Z' });
});

test.each([
  [401, 'SIGN_IN_TOO_OLD', {}, { kind: 'sign-in-too-old' }],
  [400, 'CONFIRM_EMAIL', {}, { kind: 'wrong-email', words: 'Not this one' }],
  [409, 'ORDERS_OPEN', { orders: ['o1', 'o2'] }, { kind: 'orders-open', orders: ['o1', 'o2'] }],
  [401, 'PERSON_ERASED', {}, { kind: 'erased' }],
])('%i %s has an outcome of its own', async (status, code, members, outcome) => {
  refusal(status, code, members);
  expect(await eraseMe('r@k.e')).toEqual(outcome);
});

test('what decides nothing is thrown', async () => {
  refusal(503, 'KEY_MISSING');
  await expect(eraseMe('r@k.e')).rejects.toMatchObject({ problem: { code: 'KEY_MISSING' } });
});
