import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { entries } from '../testing/outbox-entries.ts';
import { renderInShop } from '../testing/render.tsx';
import { endToasts } from '../ui/toast.ts';
import { tellUnlessFollowed, useFollow } from './tell-accepted.ts';

afterEach(() => act(() => endToasts()));

test('an order that was taken while nobody looked says what it is and leads to its payment', async () => {
  renderInShop(null);
  act(() => tellUnlessFollowed(entries.saved, 'o7'));
  const words = await screen.findByText(
    'You Place the order successfully. Hand saw × 2, $24 is waiting for payment.',
  );
  expect(words.closest('[role=status]')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pay Now' }).getAttribute('href')).toBe('/dashboard/payment/o7');
});

test('a review asks for nothing more', async () => {
  renderInShop(null);
  const work = { kind: 'review', review: { rating: 5, reviews: 'Sharp' } } as const;
  act(() => tellUnlessFollowed({ ...entries.saved, work }, null));
  expect(await screen.findByText('You successfully added a review.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('an entry that a page follows is told by that page alone', () => {
  renderInShop(null);
  const page = renderHook(() => useFollow(entries.saved.id));
  act(() => tellUnlessFollowed(entries.saved, 'o7'));
  expect(screen.queryByRole('status')).toBeNull();
  page.unmount();
});
