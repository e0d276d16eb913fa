import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clearPublicData, showPublicData } from '../../shared/testing/public-data.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { CustomerReviews } from './customer-reviews.tsx';

const row = { createdAt: '2026-01-02T10:00:00.000Z', toolId: null, verified: false, reply: null };
const rows = [
  { ...row, _id: 'r2', rating: 5, reviews: 'Cuts like a dream', name: 'Rahima' },
  { ...row, _id: 'r1', rating: 4, reviews: '', name: 'A customer' },
];
vi.mock('../../shared/api/calls.ts', () => ({
  getReviews: () => new Promise(() => undefined),
  getTools: () => new Promise(() => undefined),
}));

test('a review whose author was erased has its stars, and no empty words', async () => {
  await clearPublicData();
  showPublicData('reviews', rows, { etag: 'e1' });
  renderInShop(<CustomerReviews />);
  const [whole, starsOnly] = await screen.findAllByRole('figure');
  expect(whole?.querySelector('blockquote')?.textContent).toBe('Cuts like a dream');
  expect(starsOnly?.querySelector('blockquote')).toBeNull();
  expect(starsOnly?.textContent).toContain(' (4 - star)A customer');
});
