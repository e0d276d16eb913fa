import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer } from '../../../shared/api/reachability.ts';
import { lendToken } from '../../../shared/testing/lend-token.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as UsersPage } from './users-page.tsx';

const users = [
  { _id: '1', email: 'admin@x.com', role: 'admin', verified: true, createdAt: '2026-01-01T00:00:00.000Z' },
  { _id: '2', email: 'rahima@x.com', role: 'user', verified: false, createdAt: '2026-01-02T00:00:00.000Z' },
];
let promotion: () => Response;
let asked: string[];

beforeEach(() => {
  lendToken();
  asked = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    return Promise.resolve(
      String(address).startsWith('/api/user/admin/')
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
  promotion = () => Response.json({ modifiedCount: 1 });
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
  promotion = () => Response.json({ modifiedCount: 1 });
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
    users[1] = { ...users[1], role: 'admin' } as (typeof users)[number];
    throw new TypeError('Failed to fetch');
  };
  await promote();
  await screen.findByText(/We couldn’t confirm that rahima@x.com was made an admin/);
  act(() => noteAnswer());
  await screen.findByText('Suuccessfully made an admin.', {}, { timeout: 10_000 });
  expect(asked).toContain('GET /api/user?search=rahima%40x.com');
});
