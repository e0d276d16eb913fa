import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { cacheRows, clearMemoryCache, memoryCache } from '../../shared/saved/memory-cache.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { CustomerReviews } from './customer-reviews.tsx';

vi.mock('../../shared/api/calls.ts', () => ({
  getReviews: () => new Promise(() => undefined),
  getTools: () => new Promise(() => undefined),
}));
afterEach(clearMemoryCache);

const createdAt = '2026-01-02T10:00:00.000Z';

test('a review whose author was erased has its stars, and no empty words', async () => {
  const rows = [
    { _id: 'r2', rating: 5, reviews: 'Cuts like a dream', name: 'Rahima', createdAt },
    { _id: 'r1', rating: 4, reviews: '', name: 'A customer', createdAt },
  ];
  cacheRows(memoryCache.reviews, { rows, etag: 'e1', savedAt: Date.now() });
  renderInShop(<CustomerReviews />);
  const [whole, starsOnly] = await screen.findAllByRole('figure');
  expect(whole?.querySelector('blockquote')?.textContent).toBe('Cuts like a dream');
  expect(starsOnly?.querySelector('blockquote')).toBeNull();
  expect(starsOnly?.textContent).toBe(' (4 - star)A customer');
});
