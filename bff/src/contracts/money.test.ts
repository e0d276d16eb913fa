import { afterEach, expect, it } from 'vitest';
import { currency, formatMoney, minorUnits, mostByCard, setCurrency } from './money.ts';

afterEach(() => setCurrency('USD'));

it.each([
  ['USD', 1234, '$1,234', 100, 999_999],
  ['USD', 3.5, '$3.50', 100, 999_999],
  ['BDT', 1234, '৳1,234', 100, 999_999],
  ['BDT', 3.5, '৳3.50', 100, 999_999],
  ['JPY', 1234, '¥1,234', 1, 99_999_999],
  // Intl counts no parts of it, the provider does.
  ['UGX', 1234, 'UGX 1,234', 100, 999_999],
  ['KWD', 3.5, 'KWD 3.500', 1_000, 99_999],
])('in %s writes %d as %s, and counts as the provider does', (code, amount, text, minor, most) => {
  setCurrency(code);
  expect(currency()).toBe(code);
  expect(formatMoney(amount).replace(/\s/g, ' ')).toBe(text);
  expect(minorUnits()).toBe(minor);
  expect(mostByCard()).toBe(most);
});

it('keeps the currency when another text is no code', () => {
  expect(() => setCurrency('dollars')).toThrow(RangeError);
  expect(formatMoney(1)).toBe('$1');
});
