import type { Notifications, ShopConfig } from '@karigar/bff/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '../../../shared/session/session-store.ts';
import { type BrowserPush, stubBrowserPush } from '../../../shared/testing/browser-push.ts';
import { lendToken } from '../../../shared/testing/lend-token.ts';
import { signInAs } from '../../../shared/testing/person.ts';
import { clearPublicData, showPublicData } from '../../../shared/testing/public-data.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { shopConfig } from '../../../shared/testing/shop-config.ts';
import { NotificationsBox } from './notifications-box.tsx';

let settings: Notifications;
/** What the shop is asked beside its configuration; it refuses everything while it is away. */
let asked: string[];
let isAway: boolean;
let config: ShopConfig;
const json = (body: object, status = 200) => Response.json(body, { status });

beforeEach(() => {
  localStorage.clear();
  lendToken();
  asked = [];
  isAway = false;
  settings = {
    kinds: [
      { kind: 'paid', on: true },
      { kind: 'shipped', on: false },
      { kind: 'review', on: true },
    ],
    devices: [{ _id: 'd9', name: 'Firefox on Linux', addedAt: '2026-11-20T09:00:00.000Z' }],
  };
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    if (isAway) throw new TypeError('Failed to fetch');
    if (address === '/api/config') return json(config);
    asked.push(`${method} ${address}`);
    if (address === '/api/me/devices') {
      settings.devices.unshift({ _id: 'd1', name: 'This browser', addedAt: new Date().toISOString() });
      return json({ _id: 'd1' }, 201);
    }
    if (method === 'DELETE') {
      settings.devices = settings.devices.filter(({ _id }) => !address.endsWith(_id));
      return json({ deletedCount: 1 });
    }
    if (method === 'PUT')
      for (const { kind, on } of (JSON.parse(String(body)) as Notifications).kinds)
        settings.kinds = settings.kinds.map((one) => (one.kind === kind ? { kind, on } : one));
    return json(settings);
  });
  signInAs();
});
afterEach(() => {
  act(() => forgetPerson());
  vi.unstubAllGlobals();
});

async function show(publicKey: string | null = 'key', mail = publicKey !== null): Promise<void> {
  config = shopConfig({ push: { publicKey }, mail });
  await clearPublicData();
  showPublicData('config', config);
  renderInShop(<NotificationsBox />);
}

test('a shop that is not set up says so, and asks nothing', async () => {
  await show(null);
  expect(await screen.findByText('This shop does not send notifications to devices.')).toBeDefined();
  expect(screen.getByText('This shop does not send emails.')).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each<[string, Partial<BrowserPush>, RegExp]>([
  ['may be asked', {}, /^Get order updates on this device/],
  ['has said no', { permission: 'denied' }, /Your browser blocks notifications/],
])('a browser that %s says where it stands', async (_, browser, words) => {
  stubBrowserPush(browser);
  await show();
  expect(await screen.findByText(words)).toBeDefined();
});

test('a browser without notifications says so, and the switches are there for other devices', async () => {
  await show();
  expect(await screen.findByText(/This browser can’t show notifications/)).toBeDefined();
  expect(await screen.findByRole('switch', { name: 'An order has been paid' })).toBeDefined();
});

test('a tap has the browser ask, and the device stands in the list', async () => {
  const browser = stubBrowserPush();
  await show();
  expect(browser.asked).toBe(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on for this device' }));
  expect(await screen.findByRole('button', { name: 'Turn off for this device' })).toBeDefined();
  expect(await screen.findByText('This device')).toBeDefined();
  expect(browser.asked).toBe(1);
});

test('a kind is switched, and goes back where the shop did not hear of it', async () => {
  await show();
  const shipped = await screen.findByRole('switch', { name: 'An order has shipped' });
  await userEvent.click(shipped);
  expect(settings.kinds).toContainEqual({ kind: 'shipped', on: true });
  isAway = true;
  await userEvent.click(screen.getByRole('switch', { name: 'An order has been paid' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'An order has been paid' }).checked).toBe(true);
});

test('requests for reviews are switched off in a shop that sends letters alone', async () => {
  settings.devices = [];
  await show(null, true);
  await userEvent.click(await screen.findByRole('switch'));
  expect(settings.kinds).toContainEqual({ kind: 'review', on: false });
});

test('another device is removed', async () => {
  await show();
  const list = await screen.findByRole('list');
  await userEvent.click(within(list).getByRole('button', { name: 'Remove Firefox on Linux' }));
  expect(await screen.findByText('Notifications are off on all devices.')).toBeDefined();
  expect(asked).toContain('DELETE /api/me/devices/d9');
});
