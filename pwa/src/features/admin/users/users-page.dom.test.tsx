import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as UsersPage } from './users-page.tsx';

const users = [
  { _id: '1', email: 'admin@x.com', role: 'admin', createdAt: '2026-01-01T00:00:00.000Z' },
  { _id: '2', email: 'rahima@x.com', role: 'user', createdAt: '2026-01-02T00:00:00.000Z' },
];
let promotion: () => Response;

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      String(address).startsWith('/api/user/admin/')
        ? promotion()
        : Response.json(users, { headers: { 'X-Total-Count': '2' } }),
    ),
  );
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
});
