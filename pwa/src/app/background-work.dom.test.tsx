import type { Role } from '@karigar/bff/contracts';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../shared/identity/sign-out.ts';
import { personDb } from '../shared/saved/person-db.ts';
import { keepPerson, keepToken } from '../shared/session/session-store.ts';
import { lendToken } from '../shared/testing/lend-token.ts';
import { orderOf } from '../shared/testing/order.ts';
import { PushWork } from './background-work.tsx';

/** What the icon has shown, 0 when the count was taken away. */
let counts: number[];
let people = 0;

beforeEach(() => {
  lendToken();
  counts = [];
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void counts.push(count),
    clearAppBadge: async () => void counts.push(0),
  });
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/parcels?')
      ? new Response('[]', { headers: { 'X-Total-Count': '7' } })
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  keepToken('token');
});
afterEach(async () => {
  await act(() => signOut({ unsent: 'discard' }));
  vi.unstubAllGlobals();
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

function signedIn(roles: readonly Role[] = []): string {
  people += 1;
  const uid = `badge-${people}`;
  keepPerson({ uid, email: `${uid}@karigar.example`, name: 'Rahima', photoURL: null, roles });
  return uid;
}
const shown = () => counts.at(-1);

test('the icon counts what a customer has to pay, as it changes, and nothing after signing out', async () => {
  const uid = signedIn();
  await personDb(uid).write(({ orders }) =>
    orders.put(orderOf({ _id: 'o1', paid: false }), orderOf({ _id: 'o2', paid: false })),
  );
  render(<PushWork uid={uid} />);
  await expect.poll(shown).toBe(2);
  await personDb(uid).write(({ orders }) => orders.put(orderOf({ _id: 'o1' })));
  await expect.poll(shown).toBe(1);
  await act(() => signOut({ unsent: 'discard' }));
  await expect.poll(shown).toBe(0);
});

test.each([
  ['an admin', 'admin'],
  ['a packer', 'packer'],
] as const)('the icon counts the parcels of %s', async (_, role) => {
  render(<PushWork uid={signedIn([role])} />);
  await expect.poll(shown).toBe(7);
});
