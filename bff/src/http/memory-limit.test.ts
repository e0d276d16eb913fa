import { expect, it } from 'vitest';
import { memoryLimit } from './memory-limit.ts';

it('lets each one call so often a minute, says how long to wait, and begins anew with the next minute', () => {
  let time = 0;
  const limit = memoryLimit(2, () => time);
  expect(['a', 'a', 'a', 'b'].map(limit)).toEqual([0, 0, 60, 0]);
  time = 59_999;
  expect(limit('a')).toBe(1);
  time = 60_000;
  expect(limit('a')).toBe(0);
});

it('counts a hundred thousand names at most, and forgets the first one for one more', () => {
  const limit = memoryLimit(1, () => 0);
  for (let name = 0; name < 100_000; name += 1) limit(`${name}`);
  expect(limit('99999')).toBeGreaterThan(0);
  limit('one more');
  expect([limit('1'), limit('0')]).toEqual([60, 0]);
});
