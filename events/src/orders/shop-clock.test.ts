import { expect, test } from 'vitest';
import { shopClock } from './shop-clock.ts';

const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ['Asia/Dhaka', '2026-12-01', '2026-11-30T18:00:00.000Z', '2026-12-01T18:00:00.000Z'],
  ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z', '2026-03-10T04:00:00.000Z'],
  // Midnight is left out, comes twice, and is followed by the hour before it.
  ['America/Santiago', '2022-09-11', '2022-09-11T04:00:00.000Z', '2022-09-12T03:00:00.000Z'],
  ['America/Havana', '2022-11-06', '2022-11-06T04:00:00.000Z', '2022-11-07T05:00:00.000Z'],
  ['Asia/Beirut', '2022-10-30', '2022-10-29T22:00:00.000Z', '2022-10-30T22:00:00.000Z'],
  ['Asia/Dhaka', '9999-12-31', '9999-12-30T18:00:00.000Z', '9999-12-31T18:00:00.000Z'],
])('in %s the day %s lasts from %s until %s', (zone, day, start, end) => {
  const clock = shopClock(zone);
  expect([iso(clock.startOf(day)), iso(clock.endOf(day))]).toEqual([start, end]);
  expect([clock.dayOf(clock.startOf(day)), clock.dayOf(clock.endOf(day) - 1)]).toEqual([day, day]);
});

test('a day of a far past has a finite beginning', () => {
  expect(shopClock('Asia/Dhaka').startOf('0001-01-01')).toBeLessThan(0);
});

test.each([
  ['Asia/Dhaka', '2026-12-01T03:00:00+06:00'],
  ['Asia/Kathmandu', '2026-12-01T02:45:00+05:45'],
  ['America/St_Johns', '2026-11-30T17:30:00-03:30'],
  ['UTC', '2026-11-30T21:00:00+00:00'],
])('in %s a time is written as %s', (zone, text) => {
  expect(shopClock(zone).isoOf(Date.parse('2026-11-30T21:00:00.789Z'))).toBe(text);
});

test('a zone that does not exist is refused', () => {
  expect(() => shopClock('Asia/Dacca2')).toThrow(RangeError);
});
