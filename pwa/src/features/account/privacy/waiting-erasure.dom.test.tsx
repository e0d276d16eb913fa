import type { Me } from '@karigar/bff/contracts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { personDb } from '../../../shared/saved/person-db.ts';
import { signInAs } from '../../../shared/testing/person.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { WaitingErasure } from './waiting-erasure.tsx';

const shop = vi.hoisted(() => ({ getMe: vi.fn<() => Promise<Me>>() }));
vi.mock('../../../shared/api/calls.ts', () => shop);

/** Another person in each test: what the shop has said of one is not asked again within seconds. */
let people = 0;
let uid = '';

beforeEach(() => {
  people += 1;
  uid = `u${people}`;
  signInAs({ uid });
});

const line = () => screen.findByText(/erase everything automatically/);

test.each([
  ['waits for invoices', '2031-04-30T12:00:00.000Z', /invoices until .*2031/],
  [
    'has come to its day',
    '2020-04-30T12:00:00.000Z',
    /waiting until every paid order is shipped or refunded/,
  ],
])('an erasure that %s is told with what holds it up', async (_, erasesAt, words) => {
  shop.getMe.mockResolvedValue({ roles: [], erasesAt });
  renderInShop(<WaitingErasure />);
  expect((await line()).textContent).toMatch(words);
});

test('once known, it is told without a network, too, and goes when none waits any more', async () => {
  await personDb(uid).write(({ facts }) => facts.put({ key: 'erasure', at: '2031-04-30T12:00:00.000Z' }));
  const answer = Promise.withResolvers<Me>();
  shop.getMe.mockReturnValue(answer.promise);
  renderInShop(<WaitingErasure />);
  expect((await line()).textContent).toContain('2031');
  answer.resolve({ roles: [], erasesAt: null });
  await vi.waitFor(() => expect(screen.queryByText(/erase everything automatically/)).toBeNull());
});
