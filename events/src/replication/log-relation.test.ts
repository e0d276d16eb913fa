import { expect, it } from 'vitest';
import { lastShared } from './log-relation.ts';

it.each([
  [0, 0],
  [1, 0],
  [1, 1],
  [1_000_000, 0],
  [1_000_000, 1],
  [1_000_000, 765_431],
  [1_000_000, 1_000_000],
])('of %i events finds that the first %i are shared, in some twenty questions', async (length, shared) => {
  let asked = 0;
  const found = await lastShared(length, async (seq) => {
    asked += 1;
    return seq <= shared;
  });
  expect(found).toBe(shared);
  expect(asked).toBeLessThan(22);
});
