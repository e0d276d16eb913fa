import { expect, it } from 'vitest';
import { longestPause } from './round.ts';

it('begins with the fault, not with the sale before it', () => {
  expect(longestPause(100, [10, 90, 150, 160])).toBe(50);
});

it('finds a pause that begins later: what was on its way when the fault came is sold still', () => {
  expect(longestPause(100, [90, 101, 103, 903, 910])).toBe(800);
});

it('is no number where nothing was sold any more', () => {
  expect(longestPause(100, [90])).toBeNaN();
});
