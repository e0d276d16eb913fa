import { afterEach, expect, test } from 'vitest';
import { dayOf, setTimeZone, shopTime } from './time.ts';

afterEach(() => setTimeZone('Asia/Dhaka'));

const late = '2026-11-30T21:00:00Z';
const long = shopTime({ dateStyle: 'long', timeStyle: 'short' }, 'en');

test('a time is shown by the clock of the shop, not of the device', () => {
  expect([long(late), dayOf(late)]).toEqual(['December 1, 2026 at 3:00 AM', '2026-12-01']);
  setTimeZone('America/New_York');
  expect([long(late), dayOf(late)]).toEqual(['November 30, 2026 at 4:00 PM', '2026-11-30']);
});

test('a browser that does not know the name of a zone goes on with the one before', () => {
  setTimeZone('Asia/Nowhere');
  expect(dayOf(late)).toBe('2026-12-01');
});
