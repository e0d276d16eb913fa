import type { Role } from '@karigar/bff/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { personDb, removePersonDb } from '../../shared/saved/person-db.ts';
import { forgetPerson } from '../../shared/session/session-store.ts';
import { orderOf } from '../../shared/testing/order.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { BottomBar } from './bottom-bar.tsx';

const signIn = (admin: boolean) => {
  signInAs({ roles: admin ? ['admin'] : [] });
};
const at = (path: string) => renderInShop(<BottomBar />, { path });
const bar = () => within(screen.getByRole('navigation', { name: 'Main' }));
const entries = () =>
  bar()
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const current = () => bar().getByRole('link', { current: true }).textContent;

beforeEach(async () => {
  await removePersonDb('u1');
  forgetPerson();
});

test('a visitor finds shop, tools, their orders behind the login, and the login', () => {
  at('/');
  expect(entries()).toEqual([
    ['Home', '/'],
    ['Tools', '/tools'],
    ['Orders', '/dashboard/myorders'],
    ['Login', '/login'],
  ]);
  expect(bar().getByRole('link', { current: 'page' }).textContent).toBe('Home');
});

test('the entry of an open order counts what waits for the customer: not sent, and not paid', async () => {
  signIn(false);
  const db = personDb('u1');
  await db.write(({ orders }) => orders.put(orderOf({ _id: 'o1', paid: false }), orderOf({ _id: 'o2' })));
  const order = { toolId: 't1', toolsName: 'Saw', unitPrice: 12 } as never;
  const entry = { uid: 'u1', createdAt: 1, status: 'saved', delay: null } as const;
  await db.write(({ outbox }) =>
    outbox.put(
      { ...entry, id: 'e1', work: { kind: 'order', order, picture: '' } },
      { ...entry, id: 'e2', work: { kind: 'review', review: { reviews: 'Sharp', rating: 5 } } },
    ),
  );
  at('/dashboard/orders/o1');
  expect(await bar().findByRole('link', { name: 'Orders 2 waiting for you' })).toBeDefined();
  expect(bar().getByRole('link', { current: true }).textContent).toMatch(/^Orders/);
  expect(bar().getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/dashboard');
  await db.write(({ orders }) => orders.put(orderOf({ _id: 'o1' })));
  expect(await bar().findByRole('link', { name: 'Orders 1 waiting for you' })).toBeDefined();
});

test('an admin finds their work, and the rest behind More', async () => {
  signIn(true);
  at('/tools/t1');
  expect(entries()).toEqual([
    ['Orders', '/dashboard/manageorders'],
    ['Products', '/dashboard/manageoproducts'],
    ['Shop', '/'],
  ]);
  expect(current()).toBe('Shop');
  await userEvent.click(await bar().findByRole('button', { name: 'More' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  for (const name of ['Operations', 'Make Admin', 'Add Product', 'My Profile', 'Blog'])
    expect(menu.getByRole('link', { name })).toBeDefined();
  expect(menu.getByRole('button', { name: 'Logout' })).toBeDefined();
  await userEvent.click(menu.getByRole('button', { name: 'Close the menu' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const [shipping, products] = [
  ['Orders', '/dashboard/parcels'],
  ['Products', '/dashboard/manageoproducts'],
];
test.each<[Role[], unknown[], string[], string[]]>([
  [
    ['packer'],
    [shipping],
    ['Ship Orders', 'My Orders'],
    ['Manage Products', 'Manage All Orders', 'Make Admin'],
  ],
  [['editor'], [products], ['Manage Products', 'Add Product', 'Reviews'], ['Ship Orders', 'Operations']],
  [['packer', 'editor'], [shipping, products], ['Ship Orders', 'Reviews'], ['Manage All Orders']],
])('people with the roles %j find their pages and no other', async (roles, work, pages, hidden) => {
  signInAs({ roles });
  at('/');
  expect(entries()).toEqual([...work, ['Shop', '/']]);
  await userEvent.click(await bar().findByRole('button', { name: 'More' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  for (const name of pages) expect(menu.getByRole('link', { name })).toBeDefined();
  for (const name of hidden) expect(menu.queryByRole('link', { name })).toBeNull();
  await userEvent.click(menu.getByRole('button', { name: 'Close the menu' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each(['/purchase/t1', '/dashboard/payment/o1'])('%s has the bottom edge to itself', (path) => {
  signIn(false);
  at(path);
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
});
