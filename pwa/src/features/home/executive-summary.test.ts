import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countAt, countText } from './executive-summary.tsx';

describe('a counter', () => {
  it('begins at nothing and ends at its target after two seconds', () => {
    expect(countAt(245, 0)).toBe(0);
    expect(countAt(245, 2000)).toBe(245);
    expect(countAt(47.5, 9000)).toBe(47.5);
  });

  it('keeps the decimals of its target', () => {
    expect(countText(countAt(47.5, 700), 47.5)).toMatch(/^\d+\.\d$/);
    expect(countText(countAt(65, 700), 65)).toMatch(/^\d+$/);
  });

  it('never runs backwards nor past its target', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (a, b) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        expect(countAt(245, early)).toBeLessThanOrEqual(countAt(245, late));
        expect(countAt(245, late)).toBeLessThanOrEqual(245);
      }),
    );
  });
});
