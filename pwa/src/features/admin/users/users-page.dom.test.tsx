import type { Role, User } from '@karigar/bff/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer } from '../../../shared/api/reachability.ts';
import { lendToken } from '../../../shared/testing/lend-token.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as UsersPage } from './users-page.tsx';

const userOf = (name: string, roles: Role[], verified = true): User => ({
  _id: name,
  email: `${name}@x.com`,
  role: roles.includes('admin') ? 'admin' : 'user',
  roles,
  verified,
  createdAt: '2026-01-01T00:00:00.000Z',
});
let users: User[];
let promotion: () => Response;
let asked: string[];

beforeEach(() => {
  lendToken();
  asked = [];
  users = [userOf('admin', ['admin']), userOf('rahima', [], false)];
  promotion = () => Response.json({ modifiedCount: 1 });
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    return Promise.resolve(
      String(address).startsWith('/api/user/')
        ? promotion()
        : Response.json(users, { headers: { 'X-Total-Count': '2' } }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

const promote = async () => {
  renderInShop(<UsersPage />);
  await screen.findByText('We have total 2 User(s)');
  const buttons = screen.getAllByRole('button', { name: /Make Admin/ });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0] as HTMLElement);
  const modal = await screen.findByRole('dialog');
  expect(modal.textContent).toContain('rahima@x.com');
  expect(modal.textContent).toContain('once their address is verified');
  await userEvent.click(within(modal).getByRole('button', { name: 'Make Admin' }));
};

test('counts the users and offers Make Admin to those who are none', async () => {
  await promote();
  await waitFor(() => expect(document.body.textContent).toContain('Suuccessfully made an admin.'), {
    timeout: 10_000,
  });
});

test('says so when the shop refuses', async () => {
  promotion = () =>
    Response.json(
      { type: '', title: 'Forbidden', status: 403, detail: 'No.', code: 'FORBIDDEN', requestId: 'r' },
      { status: 403 },
    );
  await promote();
  await waitFor(() => expect(document.body.textContent).toContain('Failed to make an admin.'), {
    timeout: 10_000,
  });
  screen.getByRole('button', { name: 'Make Admin: rahima@x.com' });
});

test('says whose address is verified, and takes the rights of an admin away', async () => {
  renderInShop(<UsersPage />);
  const row = async (email: string) => (await screen.findByText(email)).closest('tr') as HTMLElement;
  within(await row('admin@x.com')).getByText('Verified');
  within(await row('rahima@x.com')).getByText('Not verified');
  await userEvent.click(screen.getByRole('button', { name: 'Remove admin rights: admin@x.com' }));
  const modal = await screen.findByRole('dialog');
  await userEvent.click(within(modal).getByRole('button', { name: 'Remove admin rights' }));
  await screen.findByText('admin@x.com is no longer an admin.', {}, { timeout: 10_000 });
  expect(asked).toContain('DELETE /api/user/admin/admin%40x.com');
});

test('asks whether somebody became an admin when no answer came', async () => {
  promotion = () => {
    users[1] = userOf('rahima', ['admin'], false);
    throw new TypeError('Failed to fetch');
  };
  await promote();
  await screen.findByText(/We couldn’t confirm that rahima@x.com was made an admin/);
  act(() => noteAnswer());
  await screen.findByText('Suuccessfully made an admin.', {}, { timeout: 10_000 });
  expect(asked).toContain('GET /api/user?search=rahima%40x.com');
});

/** Presses a button of a row, and confirms what the question says. */
const changeRole = async (words: string, email: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `${words}: ${email}` }));
  const modal = await screen.findByRole('dialog');
  const question = modal.textContent;
  await userEvent.click(within(modal).getByRole('button', { name: words }));
  return question;
};

test.each([
  ['packer', 'a packer', 'without prices'],
  ['editor', 'an editor', 'answer reviews'],
])('makes a %s, and says what that person may do then', async (role, name, rights) => {
  renderInShop(<UsersPage />);
  expect(await changeRole(`Make ${role}`, 'rahima@x.com')).toContain(rights);
  const words = `rahima@x.com is now ${name}, once the address is verified.`;
  await screen.findByText(words, {}, { timeout: 10_000 });
  expect(asked).toContain(`PUT /api/user/rahima%40x.com/roles/${role}`);
});

test('takes one role of several, and says what stays', async () => {
  users[1] = userOf('rahima', ['packer', 'editor']);
  renderInShop(<UsersPage />);
  const row = (await screen.findByText('rahima@x.com')).closest('tr') as HTMLElement;
  within(row).getByText('Packer');
  within(row).getByText('Editor');
  expect(await changeRole('Remove packer', 'rahima@x.com')).toContain('stays an editor only');
  await screen.findByText('rahima@x.com is no longer a packer.', {}, { timeout: 10_000 });
  expect(asked).toContain('DELETE /api/user/rahima%40x.com/roles/packer');
});

test('says so when a role stays as it is', async () => {
  promotion = () =>
    Response.json(
      { status: 404, detail: 'No one has signed in with this email yet.', code: 'NOT_FOUND' },
      { status: 404 },
    );
  renderInShop(<UsersPage />);
  await changeRole('Make packer', 'rahima@x.com');
  await screen.findByText(/rahima@x.com is not a packer. No one has signed in/, {}, { timeout: 10_000 });
});

test('offers an admin no role that adds nothing', async () => {
  renderInShop(<UsersPage />);
  const row = (await screen.findByText('admin@x.com')).closest('tr') as HTMLElement;
  expect(
    within(row)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Remove admin rights']);
});
