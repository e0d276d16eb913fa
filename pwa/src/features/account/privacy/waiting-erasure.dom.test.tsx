import type { Me } from '@karigar/bff/contracts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { personDb } from '../../../shared/saved/person-db.ts';
import { signInAs } from '../../../shared/testing/person.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { WaitingErasure } from './waiting-erasure.tsx';

const shop = vi.hoisted(() => ({ getMe: vi.fn<() => Promise<Me>>() }));
vi.mock('../../../shared/api/calls.ts', () => shop);
const silence = () => Promise.reject(new NoAnswerError('unreachable'));

/** Another person in each test: what the shop has said of one is not asked again within seconds. */
let people = 0;
let uid = '';

beforeEach(() => {
  people += 1;
  uid = `u${people}`;
  shop.getMe.mockReset().mockImplementation(silence);
  signInAs({ uid });
});

const line = () => screen.findByText(/erase everything automatically/);

test('an erasure that waits for invoices is told with its day', async () => {
  shop.getMe.mockResolvedValue({ roles: [], erasesAt: '2031-04-30T12:00:00.000Z' });
  renderInShop(<WaitingErasure />);
  expect((await line()).textContent).toMatch(/invoices until .*2031/);
});

test('an erasure whose day has come is told with what holds it up', async () => {
  shop.getMe.mockResolvedValue({ roles: [], erasesAt: '2020-04-30T12:00:00.000Z' });
  renderInShop(<WaitingErasure />);
  expect((await line()).textContent).toMatch(/until every paid order is shipped or refunded/);
  expect(screen.queryByText(/invoices/)).toBeNull();
});

test('once known, it is told without a network, too', async () => {
  await personDb(uid).write(({ facts }) => facts.put({ key: 'erasure', at: '2031-04-30T12:00:00.000Z' }));
  renderInShop(<WaitingErasure />);
  expect((await line()).textContent).toContain('2031');
});

test('when none waits any more, the line goes', async () => {
  await personDb(uid).write(({ facts }) => facts.put({ key: 'erasure', at: '2031-04-30T12:00:00.000Z' }));
  const answer = Promise.withResolvers<Me>();
  shop.getMe.mockReturnValue(answer.promise);
  renderInShop(<WaitingErasure />);
  await line();
  answer.resolve({ roles: [], erasesAt: null });
  await vi.waitFor(() => expect(screen.queryByText(/erase everything automatically/)).toBeNull());
});

test('while nobody can tell, nothing is said', async () => {
  renderInShop(<WaitingErasure />);
  await vi.waitFor(() => expect(shop.getMe).toHaveBeenCalled());
  await shop.getMe.mock.results[0]?.value.catch(() => undefined);
  expect(screen.queryByText(/erase everything automatically/)).toBeNull();
});
