import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderOf } from '../../shared/testing/order.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { dateOf } from '../../shared/ui/time.ts';
import { OrderSteps } from './order-standing.tsx';

const at = '2026-11-23T10:00:00.000Z';
const placed = `Placed${dateOf('2026-01-02T10:00:00.000Z')}`;
const paid = `Paid${dateOf('2026-01-02T10:05:00.000Z')}`;
const refund = { amount: 36, at, restocked: true, whole: true };

test.each([
  ['an unpaid order', { paid: false, paidAt: null }, [placed, 'Paidnot yet', 'Shippednot yet'], 0],
  ['a paid order', {}, [placed, paid, 'Shippednot yet'], 1],
  ['a shipped order', { status: 'Shipped', shippedAt: at }, [placed, paid, `Shipped${dateOf(at)}`], 2],
  ['a refunded order', { refund }, [placed, paid, `Refunded${dateOf(at)}`], 2],
] as const)('%s shows its steps with their days, and where it is now', (_, fields, words, current) => {
  renderInShop(<OrderSteps order={orderOf(fields)} />);
  expect(screen.getByRole('list', { name: 'Progress' })).toBeDefined();
  const steps = screen.getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual(words);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(
    words.map((_, place) => (place === current ? 'step' : null)),
  );
});
