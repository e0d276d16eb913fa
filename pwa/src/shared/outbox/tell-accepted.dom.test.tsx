import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { entries } from '../testing/outbox-entries.ts';
import { renderInShop } from '../testing/render.tsx';
import { endToasts } from '../ui/toast.ts';
import { tellAccepted } from './tell-accepted.ts';

afterEach(() => act(() => endToasts()));

test('an order that was taken while nobody looked says what it is and leads to its payment', async () => {
  renderInShop(null);
  act(() => tellAccepted(entries.saved.work, 'o7'));
  const words = await screen.findByText(
    'You Place the order successfully. Hand saw × 2, $24 is waiting for payment.',
  );
  expect(words.closest('[role=status]')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pay Now' }).getAttribute('href')).toBe('/dashboard/payment/o7');
});

test('a review asks for nothing more', async () => {
  renderInShop(null);
  act(() => tellAccepted({ kind: 'review', review: { rating: 5, reviews: 'Sharp' } }, null));
  expect(await screen.findByText('You successfully added a review.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
