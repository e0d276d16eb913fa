import { expect, it } from 'vitest';
import { LatencyHistogram, median, spread } from './statistics.ts';

it('finds the middle, and how far values lie apart', () => {
  expect([median([9, 1, 5]), median([1, 2, 4, 9]), median([])]).toEqual([5, 3, Number.NaN]);
  expect([spread([90, 100, 110]), spread([5])]).toEqual([0.1, 0]);
});

it('has no percentile of no times', () => expect(new LatencyHistogram().percentile(0.5)).toBeNaN());
