import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useQuantity } from '../../shared/quantity/quantity-field.tsx';
import type { OrderLimits } from '../../shared/saved/order-limits.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { AgainNote, fittingQuantity, useFittingQuantity } from './purchase-form.tsx';

const limits: OrderLimits = { min: 2, most: 10, unitPrice: 15, mostHeld: null, held: 0 };

test.each([
  [5, 5],
  [1, 2],
  [40, 10],
])('%i of the last time are %i within today’s limits', (wanted, fitting) => {
  expect(fittingQuantity(wanted, limits)).toBe(fitting);
});

test('a quantity stays where none can be ordered', () => {
  expect(fittingQuantity(5, { min: 2, most: 1 })).toBe(5);
});

test('says where price and quantity differ from the last time', () => {
  renderInShop(<AgainNote again={{ quantity: 40, unitPrice: 12 }} limits={limits} />);
  expect(screen.getByText('The price is now $15 each. Last time it was $12.')).toBeTruthy();
  expect(screen.getByText('You ordered 40 last time. You can order 10 now.')).toBeTruthy();
});

test('says nothing where nothing differs', () => {
  renderInShop(<AgainNote again={{ quantity: 5, unitPrice: 15 }} limits={limits} />);
  expect(screen.queryByRole('status')).toBeNull();
});

function Chosen({ most, first }: { most: number; first: string }) {
  const quantity = useQuantity({ ...limits, most }, first);
  useFittingQuantity(quantity, 8);
  return <output>{quantity.view.text}</output>;
}

test('brings the quantity of the last time into the limits, and leaves another one alone', () => {
  renderInShop(<Chosen most={5} first="8" />);
  expect(screen.getByRole('status').textContent).toBe('5');
});

test('leaves a quantity alone that was typed since', () => {
  renderInShop(<Chosen most={5} first="7" />);
  expect(screen.getByRole('status').textContent).toBe('7');
});
