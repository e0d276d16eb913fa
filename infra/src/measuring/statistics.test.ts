import { describe, expect, it } from 'vitest';
import { LatencyHistogram, median, spread } from './statistics.ts';

describe('median', () => {
  it('is the middle value of an odd count', () => expect(median([9, 1, 5])).toBe(5));
  it('is the mean of the two middle values of an even count', () => expect(median([1, 2, 4, 9])).toBe(3));
  it('is not a number for no values', () => expect(median([])).toBeNaN());
});

describe('spread', () => {
  it('is half the range as a share of the median', () => expect(spread([90, 100, 110])).toBeCloseTo(0.1));
  it('is zero for a single value', () => expect(spread([5])).toBe(0));
});

describe('LatencyHistogram', () => {
  it('answers percentiles within three percent', () => {
    const histogram = new LatencyHistogram();
    for (let ms = 1; ms <= 1000; ms += 1) histogram.record(ms);
    expect(histogram.count).toBe(1000);
    expect(histogram.max).toBe(1000);
    expect(Math.abs(histogram.percentile(0.5) - 500)).toBeLessThan(15);
    expect(Math.abs(histogram.percentile(0.99) - 990)).toBeLessThan(30);
    expect(histogram.percentile(1)).toBe(1000);
  });
  it('has no percentile while it is empty', () => expect(new LatencyHistogram().percentile(0.5)).toBeNaN());
});
