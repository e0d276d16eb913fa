import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastAvailable, mostHeld } from './held-share.ts';

describe('the unpaid orders of one person', () => {
  it.each([
    [100, 25, 1, 25],
    [99, 25, 1, 24],
    [100, 100, 1, 100],
    [3, 25, 1, 1],
    [100, 25, 40, 40],
    [0, 25, 2, 2],
    [100, 29, 1, 29],
  ])(
    'may hold of %d pieces, at %d percent and a minimum order of %d: %d',
    (stock, percent, minimum, most) => {
      expect(mostHeld(stock, { percent, minimum })).toBe(most);
    },
  );

  it('may hold as much whether they order at once or in parts', () => {
    const share = { percent: 25, minimum: 1 };
    expect(mostHeld(90 + 10, share)).toBe(mostHeld(100, share));
  });

  it('get a quantity exactly when so much is available that the limit allows it', () => {
    const pieces = fc.integer({ min: 0, max: 1_000_000 });
    const some = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(pieces, pieces, some, some, fc.integer({ min: 1, max: 100 }), (...given) => {
        const [available, held, quantity, minimum, percent] = given;
        const share = { percent, minimum };
        const allowed = quantity <= available && held + quantity <= mostHeld(available + held, share);
        expect(available >= leastAvailable(quantity, held, share)).toBe(allowed);
      }),
      { numRuns: 2_000 },
    );
  });
});
