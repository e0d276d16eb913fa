import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RememberedOrigin } from '../paths.ts';
import { forgetPerson } from '../session/session-store.ts';
import { lendToken } from '../testing/lend-token.ts';
import { signInAs } from '../testing/person.ts';
import { renderInShop } from '../testing/render.tsx';
import { TellWhenBack } from './tell-when-back.tsx';

/** Whether the shop says that the person waits, or null while it cannot be reached; and what it was asked. */
let waits: boolean | null;
let asked: string[];
let addressProven: boolean;
const json = (body: object) => new Response(JSON.stringify(body), { status: 200 });

beforeEach(() => {
  lendToken();
  waits = false;
  asked = [];
  addressProven = true;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${address}`);
    if (waits === null) throw new TypeError('Failed to fetch');
    if (method !== 'GET') waits = method === 'POST';
    return json({ waiting: waits, addressProven });
  });
  signInAs();
});
afterEach(() => {
  act(() => forgetPerson());
  vi.unstubAllGlobals();
});

function Place() {
  const { pathname, state } = useLocation() as { pathname: string; state: RememberedOrigin | null };
  return <p data-testid="place">{`${pathname}, then ${state?.from ?? 'nowhere'}`}</p>;
}
const ways = (mail: boolean, publicKey: string | null) => ({ mail, push: { publicKey } });
const show = (config = ways(true, 'key')) =>
  renderInShop(
    <>
      <TellWhenBack toolId="t1" config={config} />
      <Place />
    </>,
    { path: '/tools/t1' },
  );

test('a visitor signs in first, and comes back', async () => {
  act(() => forgetPerson());
  show();
  await userEvent.click(screen.getByRole('link', { name: 'Notify me when it’s back' }));
  expect(screen.getByTestId('place').textContent).toBe('/login, then /tools/t1');
  expect(asked).toEqual([]);
});

test('one tap asks for it, another one takes it back', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Notify me when it’s back' }));
  expect(await screen.findByText('We’ll notify you once, as soon as it’s back.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel notification' }));
  expect(await screen.findByRole('button', { name: 'Notify me when it’s back' })).toBeDefined();
  expect(asked).toEqual([
    'GET /api/tools/t1/waiting',
    'POST /api/tools/t1/waiting',
    'DELETE /api/tools/t1/waiting',
  ]);
});

test('somebody with an unverified address reads that no email comes to it', async () => {
  addressProven = false;
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Notify me when it’s back' }));
  expect(await screen.findByText(/To get an email too, verify your address on My Profile\.$/)).toBeDefined();
});

test('whoever waits already reads it', async () => {
  waits = true;
  show();
  expect(await screen.findByRole('button', { name: 'Cancel notification' })).toBeDefined();
});

test('without a shop it says so, and can be tried again', async () => {
  waits = null;
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Notify me when it’s back' }));
  expect((await screen.findByRole('status')).textContent).not.toBe('');
  waits = false;
  await userEvent.click(screen.getByRole('button', { name: 'Notify me when it’s back' }));
  expect(await screen.findByText('We’ll notify you once, as soon as it’s back.')).toBeDefined();
});

test('a shop that sends no letters tells devices, and one that sends nothing offers nothing', async () => {
  show(ways(false, 'key'));
  await userEvent.click(screen.getByRole('button', { name: 'Notify me when it’s back' }));
  expect(
    await screen.findByText('We’ll notify you once, on the devices listed on your profile.'),
  ).toBeDefined();
  cleanup();
  show(ways(false, null));
  expect(screen.getByTestId('place')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
