import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson, keepPerson } from '../../shared/session/session-store.ts';
import { clearPublicData, showPublicData } from '../../shared/testing/public-data.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { CustomerReviews } from './customer-reviews.tsx';

const createdAt = '2026-01-02T10:00:00.000Z';
const rows = [
  { _id: 'r2', rating: 5, reviews: 'Cuts like a dream', name: 'Rahima', createdAt },
  { _id: 'r1', rating: 4, reviews: '', name: 'A customer', createdAt },
];
const hidden = new Set<string>();
const shop = vi.hoisted(() => ({ answers: (): Promise<unknown> => new Promise(() => undefined) }));
vi.mock('../../shared/api/calls.ts', () => ({
  getReviews: () => shop.answers(),
  getTools: () => new Promise(() => undefined),
  getHiddenReviews: async () => rows.filter(({ _id }) => hidden.has(_id)),
  hideReview: async (id: string, hide: boolean) => (hide ? hidden.add(id) : hidden.delete(id)),
}));
beforeEach(async () => {
  await clearPublicData();
  forgetPerson();
});

const render = () => {
  showPublicData('reviews', rows, { etag: 'e1' });
  renderInShop(<CustomerReviews />);
};

test('a review whose author was erased has its stars, and no empty words', async () => {
  render();
  const [whole, starsOnly] = await screen.findAllByRole('figure');
  expect(whole?.querySelector('blockquote')?.textContent).toBe('Cuts like a dream');
  expect(starsOnly?.querySelector('blockquote')).toBeNull();
  expect(starsOnly?.textContent).toBe(' (4 - star)A customer');
});

test('an admin hides a review and shows it again', async () => {
  shop.answers = async () => ({
    items: rows.filter(({ _id }) => !hidden.has(_id)),
    etag: [...hidden].join() || 'none',
  });
  keepPerson({ uid: 'u1', email: 'a@karigar.example', name: 'Asma', photoURL: null, admin: true });
  render();
  await userEvent.click(await screen.findByRole('button', { name: 'Hide: the review by Rahima' }));
  const title = await screen.findByText('Hidden from customers');
  expect([...hidden]).toEqual(['r2']);
  const buttons = () =>
    screen.getAllByRole('figure').map((one) => within(one).getByRole('button').textContent);
  await waitFor(() => expect(buttons()).toEqual(['Hide', 'Show again']));
  await userEvent.click(screen.getByRole('button', { name: 'Show again: the review by Rahima' }));
  await waitFor(() => expect(buttons()).toEqual(['Hide', 'Hide']));
  expect(title.isConnected).toBe(false);
  expect(hidden.size).toBe(0);
});
