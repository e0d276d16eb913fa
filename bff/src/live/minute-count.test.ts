import { expect, it } from 'vitest';
import { minuteCount } from './recent-events.ts';

it('counts what happened in the last minute, however much it was', () => {
  const count = minuteCount();
  for (let n = 0; n < 20_000; n += 1) count.add(1_000_000);
  count.add(1_030_000);
  expect(count.at(1_030_000)).toBe(20_001);
  expect(count.at(1_059_000)).toBe(20_001);
  expect(count.at(1_060_000)).toBe(1);
  expect(count.at(1_090_000)).toBe(0);
});

it('counts what comes late and forgets what is over', () => {
  const count = minuteCount();
  count.add(1_000_000);
  count.add(2_000_000);
  count.add(1_990_000);
  expect(count.at(2_000_000)).toBe(2);
});
