import { expect, it } from 'vitest';
import { wholeFromText, wholeNumber } from './whole-number.ts';

it.each([
  ['12', 12],
  [' 0 ', 0],
  ['007', 7],
  ['১২০', 120],
  ['1,000', 1_000],
  ['1,00,000', 100_000],
  ['9999999999', 9_999_999_999],
])('%j is a whole number', (text, number) => expect(wholeFromText(text)).toBe(number));

it.each(['', '12.5', '12,5', '12,50', '1.0', '-4', '+4', '$12', '1e3', '১২.৫', 'ten', '1000,'])(
  '%j is none',
  (text) => expect(wholeFromText(text)).toBeNull(),
);

it('asks for what is missing, and refuses what is no whole number of its range', () => {
  const price = wholeNumber('Price is required');
  expect(price(' ')).toBe('Price is required');
  for (const wrong of ['12.5', '12,5', '-4', '0', '1000001']) {
    expect(price(wrong)).toBe('Write a whole number from 1 to 1,000,000, digits only');
  }
  expect(price('1000000')).toBeNull();
  expect(wholeNumber('Available Quantity required', 0)('0')).toBeNull();
});
