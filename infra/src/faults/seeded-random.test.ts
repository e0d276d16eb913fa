import { expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';

const decisions = (seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: 20 }, () => random.whole(1, 6));
};

it('repeats its decisions for the same seed and changes them with the seed', () => {
  expect(decisions(7)).toEqual(decisions(7));
  expect(decisions(7)).not.toEqual(decisions(8));
});

it('forks streams that do not depend on what was asked before', () => {
  const asked = seededRandom(3);
  asked.next();
  expect(asked.fork('buyer 1').next()).toBe(seededRandom(3).fork('buyer 1').next());
  expect(asked.fork('buyer 1').next()).not.toBe(asked.fork('buyer 2').next());
});
