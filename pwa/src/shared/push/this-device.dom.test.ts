import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '../session/session-store.ts';
import { stubBrowserPush } from '../testing/browser-push.ts';
import { lendToken } from '../testing/lend-token.ts';
import { signInAs } from '../testing/person.ts';
import { keepPush, leavePush, pushState, startPush, stopPush } from './this-device.ts';

let calls: { method: string; address: string; authorization: string | null }[];

beforeEach(() => {
  localStorage.clear();
  lendToken();
  calls = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers }: RequestInit) => {
    calls.push({ method, address, authorization: new Headers(headers).get('Authorization') });
    const body = method === 'POST' ? { _id: 'd1' } : { deletedCount: 1 };
    return new Response(JSON.stringify(body), { status: method === 'POST' ? 201 : 200 });
  });
  signInAs();
});
afterEach(() => {
  forgetPerson();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const made = () => calls.map(({ method, address }) => `${method} ${address}`);

test('a browser is asked by a tap only, and the shop is told once', async () => {
  const browser = stubBrowserPush();
  expect(await pushState('u1')).toBe('off');
  await keepPush('u1', 'key');
  expect([browser.asked, made()]).toEqual([0, []]);
  expect(await startPush('u1', 'key')).toBe('on');
  await keepPush('u1', 'key');
  expect([browser.asked, made()]).toEqual([1, ['POST /api/me/devices']]);
  await stopPush();
  expect(await pushState('u1')).toBe('off');
  expect(browser.endpoint).toBeNull();
  expect(made()).toEqual(['POST /api/me/devices', 'DELETE /api/me/devices/d1']);
});

test('whoever says no is not subscribed', async () => {
  const browser = stubBrowserPush({ answer: 'denied' });
  expect(await startPush('u1', 'key')).toBe('blocked');
  expect([browser.endpoint, made()]).toEqual([null, []]);
});

test('another person who signs in here takes the device over, and so does another subscription', async () => {
  const browser = stubBrowserPush();
  await startPush('u1', 'key');
  expect(await pushState('u2')).toBe('off');
  await keepPush('u2', 'key');
  expect(await pushState('u2')).toBe('on');
  browser.endpoint = 'https://push.example/renewed';
  await keepPush('u2', 'key');
  expect(made()).toHaveLength(3);
  // The shop has another key since: what was made with the one before is of no use.
  browser.key = new Uint8Array([1, 2, 3]).buffer;
  await keepPush('u2', 'key');
  expect([browser.endpoint, made().length]).toEqual(['https://push.example/1', 4]);
});

test('signing out ends it with the token of the person who leaves, also without a shop', async () => {
  const browser = stubBrowserPush();
  await startPush('u1', 'key');
  forgetPerson();
  await leavePush('their-token');
  expect(calls.at(-1)).toEqual({
    method: 'DELETE',
    address: '/api/me/devices/d1',
    authorization: 'Bearer their-token',
  });
  expect([browser.endpoint, browser.closed]).toEqual([null, 1]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  browser.endpoint = 'https://push.example/2';
  await leavePush('their-token');
  expect(browser.endpoint).toBeNull();
});

test('a browser without notifications says so, and iOS that it has to be installed', async () => {
  expect(await pushState('u1')).toBe('unsupported');
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0)');
  expect(await pushState('u1')).toBe('install-first');
});
