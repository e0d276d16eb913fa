import type { Stats } from '@karigar/bff/contracts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { AdminNumbers } from './admin-numbers.tsx';

const stats: Stats = {
  orders: { unpaid: 1, paid: 2, shipped: 1, refunded: 0, deleted: 3, attention: 4, cancelAsked: 1 },
  revenue: 1096.5,
  givenBack: 3.5,
  awaitingPayment: 24,
  lowStock: [],
};

test('tells what is left of the revenue, what is to come and what went back', () => {
  renderInShop(<AdminNumbers stats={stats} />);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    '$1,096.50Net revenue',
    '$24Value of unpaid orders',
    '$3.50Refunded',
    '0Low on stock',
  ]);
  expect(screen.getByRole('link', { name: /Refunded/ }).getAttribute('href')).toBe(
    '/dashboard/manageorders?tab=all&refunded=true',
  );
});
