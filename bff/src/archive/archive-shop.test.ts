import { describe, expect, it } from 'vitest';
import { pauseAfter } from './archive-shop.ts';

describe('the pause after a round of the archive', () => {
  it('leaves an event that came as the round began in the archive when its time is up', () => {
    const [took, every] = [2_000, 10_000];
    expect(took + pauseAfter(took, every) + took).toBe(every);
  });

  it('is none where two rounds take all of the time', () => {
    expect(pauseAfter(6_000, 10_000)).toBe(0);
  });
});
