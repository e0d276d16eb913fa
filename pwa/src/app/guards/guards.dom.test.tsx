import type { Role } from '@karigar/bff/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../shared/api/failure.ts';
import { renewToken } from '../../shared/identity/renewal.ts';
import { signOut } from '../../shared/identity/sign-out.ts';
import type { RememberedOrigin } from '../../shared/paths.ts';
import { currentSession, forgetPerson } from '../../shared/session/session-store.ts';
import { standInForIdentity } from '../../shared/testing/identity.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { refusal } from '../../shared/testing/refusal.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { RequireSession } from '../router.tsx';
import { RequireRole } from './require-role.tsx';

const getMe = vi.hoisted(() => vi.fn());
vi.mock('../../shared/api/calls.ts', () => ({ getMe, getConfig: vi.fn(), exchangeToken: vi.fn() }));

function Login() {
  const { state } = useLocation() as { state: RememberedOrigin | null };
  return <p>Login, then {state?.from ?? 'nowhere'}</p>;
}

const shop = (
  <Routes>
    <Route path="/login" element={<Login />} />
    <Route path="/" element={<p>Home</p>} />
    <Route element={<RequireSession />}>
      <Route path="/dashboard/myorders" element={<p>My Orders</p>} />
      <Route element={<RequireRole needs="admin" />}>
        <Route path="/dashboard/users" element={<p>All users</p>} />
      </Route>
      <Route element={<RequireRole needs="packer" />}>
        <Route path="/dashboard/parcels" element={<p>To ship</p>} />
      </Route>
    </Route>
  </Routes>
);

const signIn = (...roles: Role[]) => signInAs({ roles });
const rolesAre = (...roles: Role[]) => getMe.mockResolvedValue({ roles, erasesAt: null });
const forbidden = refusal(503, 'UNAVAILABLE', 'Not now');

beforeEach(() => {
  forgetPerson();
  getMe.mockReset();
  rolesAre();
  history.replaceState({ key: 'default' }, '', '/');
});

test('a signed-out visitor is sent to /login with the page remembered', () => {
  renderInShop(shop, { path: '/dashboard/myorders?page=2' });
  expect(screen.getByText('Login, then /dashboard/myorders?page=2')).toBeDefined();
});

test('whoever has to sign in again is led back to the place that asked for it', () => {
  signIn();
  renderInShop(shop, { path: '/dashboard/myorders' });
  act(() => forgetPerson({ pageKey: 'default', goTo: '/login', origin: { from: '/dashboard#erase' } }));
  expect(screen.getByText('Login, then /dashboard#erase')).toBeDefined();
});

test('a signed-in person passes', () => {
  signIn();
  renderInShop(shop, { path: '/dashboard/myorders' });
  expect(screen.getByText('My Orders')).toBeDefined();
});

test.each([
  [undefined, 'Login, then nowhere'],
  ['/', 'Home'],
])('who signs out on a protected page goes to %s, and that page is not remembered', async (goTo, place) => {
  signIn();
  renderInShop(shop, { path: '/dashboard/myorders' });
  await act(() => signOut(goTo === undefined ? {} : { goTo }));
  expect(screen.getByText(place)).toBeDefined();
});

test.each([
  ['/dashboard/myorders', 'Home'],
  ['/dashboard/users', 'Login, then /dashboard/users'],
])('a sign-in that cannot be renewed on %s leads to: %s', async (path, text) => {
  signIn('admin');
  getMe.mockReturnValue(new Promise(() => undefined));
  standInForIdentity({ current: () => Promise.resolve(null) });
  history.replaceState({ key: 'default' }, '', path);
  renderInShop(shop, { path });
  await act(() => renewToken('token'));
  expect(screen.getByText(text)).toBeDefined();
  expect(localStorage.getItem('accessToken')).toBeNull();
});

test('an admin passes, also before the shop has confirmed it', () => {
  signIn('admin');
  getMe.mockReturnValue(new Promise(() => undefined));
  renderInShop(shop, { path: '/dashboard/users' });
  expect(screen.getByText('All users')).toBeDefined();
});

test('somebody who was made an admin just now passes once the shop says so', async () => {
  signIn();
  rolesAre('admin');
  renderInShop(shop, { path: '/dashboard/users' });
  expect(await screen.findByText('All users')).toBeDefined();
});

test('a non-admin on an admin page is signed out and sent to /login', async () => {
  signIn('admin');
  rolesAre();
  renderInShop(shop, { path: '/dashboard/users' });
  expect(await screen.findByText('Login, then nowhere')).toBeDefined();
  expect(currentSession().status).toBe('signed-out');
  expect(localStorage.getItem('accessToken')).toBeNull();
});

test.each([
  ['/dashboard/parcels', 'To ship'],
  ['/dashboard/users', 'Login, then nowhere'],
])('a packer at %s sees: %s', async (path, text) => {
  signIn();
  rolesAre('packer');
  renderInShop(shop, { path });
  expect(await screen.findByText(text)).toBeDefined();
});

test('an admin may see what packers see, and an editor may not', async () => {
  signIn('admin');
  getMe.mockReturnValue(new Promise(() => undefined));
  renderInShop(shop, { path: '/dashboard/parcels' });
  expect(screen.getByText('To ship')).toBeDefined();
  cleanup();
  signInAs({ uid: 'u2', roles: ['packer'] });
  rolesAre('editor');
  renderInShop(shop, { path: '/dashboard/parcels' });
  expect(await screen.findByText('Login, then nowhere')).toBeDefined();
});

test.each([
  ['no network', new NoAnswerError('unreachable')],
  ['a broken shop', forbidden],
])('%s signs nobody out, and can be tried again', async (_name, error) => {
  signIn();
  getMe.mockRejectedValue(error);
  renderInShop(shop, { path: '/dashboard/users' });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  expect(currentSession().status).toBe('signed-in');
});
