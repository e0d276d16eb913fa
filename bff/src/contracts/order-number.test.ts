import { expect, test } from 'vitest';
import { readNumber, showNumber } from './order-number.ts';

test('a number is read as people write it', () => {
  for (const text of [showNumber(180), 'k180', ' K-180 ', '#180', '# 180', 'k 180'])
    expect(readNumber(text)).toBe(180);
});

test('what is no number of an order is not taken for one', () => {
  for (const text of ['', '180', 'K-0', 'K-', 'K-18a', 'K--1', 'K-1234567890123456', 'OK-180'])
    expect(readNumber(text)).toBeNull();
});
