import type { Role, User } from '@karigar/bff/contracts';
import { act, screen, within } from '@testing-library/react';
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
let answer: () => Response;
let asked: string[];

beforeEach(() => {
  lendToken();
  asked = [];
  users = [userOf('admin', ['admin']), userOf('rahima', [], false)];
  answer = () => Response.json({ modifiedCount: 1 });
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    return Promise.resolve(
      String(address).startsWith('/api/user/')
        ? answer()
        : Response.json(users, { headers: { 'X-Total-Count': '2' } }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Presses a button of a row, and confirms what the question says. */
const changeRole = async (words: string, name: string) => {
  renderInShop(<UsersPage />);
  await userEvent.click(await screen.findByRole('button', { name: `${words}: ${name}@x.com` }));
  const modal = await screen.findByRole('dialog');
  const question = modal.textContent;
  await userEvent.click(within(modal).getByRole('button', { name: words }));
  return question;
};
const says = (words: string | RegExp) => screen.findByText(words, {}, { timeout: 10_000 });

interface RoleChange {
  words: string;
  name?: string;
  had?: Role[];
  question: string;
  said: string;
  call: string;
}
test.each<RoleChange>([
  {
    words: 'Make Admin',
    question: 'once their address is verified',
    said: 'Suuccessfully made an admin.',
    call: 'PUT /api/user/admin/rahima%40x.com',
  },
  {
    words: 'Make packer',
    question: 'without prices',
    said: 'rahima@x.com is now a packer, once the address is verified.',
    call: 'PUT /api/user/rahima%40x.com/roles/packer',
  },
  {
    words: 'Make editor',
    question: 'answer reviews',
    said: 'rahima@x.com is now an editor, once the address is verified.',
    call: 'PUT /api/user/rahima%40x.com/roles/editor',
  },
  {
    words: 'Remove packer',
    had: ['packer', 'editor'],
    question: 'stays an editor only',
    said: 'rahima@x.com is no longer a packer.',
    call: 'DELETE /api/user/rahima%40x.com/roles/packer',
  },
  {
    words: 'Remove admin rights',
    name: 'admin',
    question: 'becomes a customer',
    said: 'admin@x.com is no longer an admin.',
    call: 'DELETE /api/user/admin/admin%40x.com',
  },
])(
  '$words: asks first, says what follows, and does it',
  async ({ words, name = 'rahima', had = [], ...seen }) => {
    users[1] = userOf('rahima', had, false);
    expect(await changeRole(words, name)).toContain(seen.question);
    await says(seen.said);
    expect(asked).toContain(seen.call);
  },
);

test.each([
  ['Make Admin', 403, 'Failed to make an admin.'],
  ['Make packer', 404, /rahima@x.com is not a packer. No one has signed in/],
] as const)('%s: says so when the shop refuses', async (words, status, said) => {
  const detail = 'No one has signed in with this email yet.';
  const code = status === 403 ? 'FORBIDDEN' : 'NOT_FOUND';
  answer = () => Response.json({ type: '', title: 'No', status, detail, code, requestId: 'r' }, { status });
  await changeRole(words, 'rahima');
  await says(said);
  screen.getByRole('button', { name: `${words}: rahima@x.com` });
});

test('asks whether somebody became an admin when no answer came', async () => {
  answer = () => {
    users[1] = userOf('rahima', ['admin'], false);
    throw new TypeError('Failed to fetch');
  };
  await changeRole('Make Admin', 'rahima');
  await screen.findByText(/We couldn’t confirm that rahima@x.com was made an admin/);
  act(() => noteAnswer());
  await says('Suuccessfully made an admin.');
  expect(asked).toContain('GET /api/user?search=rahima%40x.com');
});

test('counts the users, says whose address is verified, their roles, and offers an admin no role that adds nothing', async () => {
  users[1] = userOf('rahima', ['packer', 'editor'], false);
  renderInShop(<UsersPage />);
  await screen.findByText('We have total 2 User(s)');
  const row = (email: string) => within(screen.getByText(email).closest('tr') as HTMLElement);
  row('admin@x.com').getByText('Verified');
  for (const words of ['Not verified', 'Packer', 'Editor']) row('rahima@x.com').getByText(words);
  const buttons = row('admin@x.com').getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Remove admin rights']);
});
