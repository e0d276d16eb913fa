import { expect, it } from 'vitest';
import { formatMoney } from './money.tsx';

it.each([
  [1234, '$1,234'],
  [0, '$0'],
  [3.5, '$3.50'],
  [1200.05, '$1,200.05'],
])('writes %d dollars as %s', (amount, text) => {
  expect(formatMoney(amount)).toBe(text);
});
