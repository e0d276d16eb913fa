import type { SalesOfDay } from '@karigar/bff/contracts';
import { expect, test } from 'vitest';
import { groupingOf, groupSales, lastDays, lengthOf, sumOf } from './sales-rows.ts';

const sold = (day: string, money: number): SalesOfDay => ({
  ...{ day, placed: 2, paid: 1, money, givenBack: 0.5 },
});

test('the days of a month go together, each with the day that is as far into the span before', () => {
  const days = [sold('2026-10-31', 1), sold('2026-11-01', 2), sold('2026-11-02', 4)];
  const before = [sold('2026-10-28', 10), sold('2026-10-29', 20), sold('2026-10-30', 40)];
  expect(groupSales({ days, before }, 'month')).toEqual([
    { day: '2026-10-31', now: days.slice(0, 1), before: before.slice(0, 1) },
    { day: '2026-11-01', now: days.slice(1), before: before.slice(1) },
  ]);
  const sums = (['placed', 'paid', 'money', 'givenBack'] as const).map((figure) => sumOf(days, figure));
  expect(sums).toEqual([6, 3, 7, 1.5]);
});

test('weeks begin on Monday', () => {
  // A Sunday, a Monday and the Sunday after it.
  const days = ['2026-11-29', '2026-11-30', '2026-12-06', '2026-12-07'].map((day) => sold(day, 1));
  const rows = groupSales({ days, before: [] }, 'week');
  expect(rows.map(({ day, now }) => [day, sumOf(now, 'paid')])).toEqual([
    ['2026-11-29', 1],
    ['2026-11-30', 2],
    ['2026-12-07', 1],
  ]);
});

test('the last days end today, and are 30 where the address says nothing of use', () => {
  expect(lastDays(lengthOf('7'), '2026-12-01')).toEqual({ from: '2026-11-25', to: '2026-12-01' });
  for (const word of ['', '31', 'toString', 'all'])
    expect(lastDays(lengthOf(word), '2026-12-01')).toEqual({ from: '2026-11-02', to: '2026-12-01' });
});

test.each([
  ['2026-11-02', '', 'day'],
  ['2026-11-01', '', 'day'],
  ['2026-10-31', '', 'week'],
  ['2026-08-01', '', 'month'],
  ['2026-08-01', 'day', 'day'],
  ['2026-11-02', 'year', 'day'],
])('from %s to December 1st, asked to add up by "%s", the page adds up by %s', (from, word, by) => {
  expect(groupingOf(word, { from, to: '2026-12-01' })).toBe(by);
});
