import { expect, it } from 'vitest';
import { memoryLimit } from './memory-limit.ts';

it('lets each one call so often a minute, and begins anew with the next minute', () => {
  let time = 0;
  const limit = memoryLimit(2, () => time);
  expect(['a', 'a', 'a', 'b'].map(limit)).toEqual([true, true, false, true]);
  time = 59_999;
  expect(limit('a')).toBe(false);
  time = 60_000;
  expect(limit('a')).toBe(true);
});
