import { expect, it } from 'vitest';
import { yearsLater } from './erase-person.ts';

it.each([
  ['2026-11-23T09:30:00.000Z', 10, '2036-11-23T09:30:00.000Z'],
  ['2024-02-29T23:59:59.000Z', 1, '2025-03-01T23:59:59.000Z'],
  ['2024-02-29T00:00:00.000Z', 4, '2028-02-29T00:00:00.000Z'],
])('an invoice of %s is kept %i years, until %s', (paid, years, until) => {
  expect(new Date(yearsLater(Date.parse(paid), years)).toISOString()).toBe(until);
});
