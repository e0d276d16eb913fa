import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '../../shared/session/session-store.ts';
import { stubBrowserPush } from '../../shared/testing/browser-push.ts';
import { lendToken } from '../../shared/testing/lend-token.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { AskToTell } from './ask-to-tell.tsx';

beforeEach(() => {
  localStorage.clear();
  lendToken();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ _id: 'd1' }), { status: 201 }));
  signInAs();
});
afterEach(() => {
  act(() => forgetPerson());
  vi.unstubAllGlobals();
});

const show = () => renderInShop(<AskToTell uid="u1" publicKey="key" paid={false} />);
const yes = () => screen.getByRole('button', { name: 'Notify me about this order' });

test('asks in words, and the browser only after a tap', async () => {
  const browser = stubBrowserPush();
  show();
  expect(browser.asked).toBe(0);
  await userEvent.click(yes());
  expect(await screen.findByText(/Notifications are on for this device/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open profile' })).toBeDefined();
  expect(browser.asked).toBe(1);
});

test('says what to do after a no in the browser', async () => {
  stubBrowserPush({ answer: 'denied' });
  show();
  await userEvent.click(yes());
  expect(await screen.findByText(/Your browser blocks notifications/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Notify me/ })).toBeNull();
});

test('without a shop it can be tried again', async () => {
  stubBrowserPush();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  show();
  await userEvent.click(yes());
  expect(await screen.findByText(/That didn’t work/)).toBeDefined();
  expect(yes()).toBeDefined();
});

test('leaves whoever says no in peace', async () => {
  stubBrowserPush();
  const { unmount } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  show();
  expect(screen.queryByRole('button')).toBeNull();
});

test('offers nothing on a page without a service worker, not even until that is known', () => {
  stubBrowserPush();
  Object.assign(navigator.serviceWorker, { controller: null });
  show();
  expect(screen.queryByRole('button')).toBeNull();
});

test('is silent where it makes no sense: told already, blocked, not supported', () => {
  show();
  expect(screen.queryByRole('button')).toBeNull();
  stubBrowserPush({ permission: 'denied' });
  show();
  expect(screen.queryByRole('button')).toBeNull();
});
