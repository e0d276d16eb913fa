import { describe, expect, it } from 'vitest';
import { questionOf } from './order-question.ts';

const detail = 'The shop says no.';

describe('the question of a refused order', () => {
  it('offers what is left when that is enough for an order', () => {
    const refusal = { code: 'OUT_OF_STOCK', detail, available: 4, minimum: 2 } as const;
    expect(questionOf(refusal)).toEqual({ kind: 'fewer', available: 4 });
  });

  it('says sold out when less is left than the minimum', () => {
    expect(questionOf({ code: 'OUT_OF_STOCK', detail, available: 1, minimum: 2 })).toEqual({
      kind: 'sold-out',
    });
    expect(questionOf({ code: 'OUT_OF_STOCK', detail, available: 0 })).toEqual({ kind: 'sold-out' });
  });

  it('shows the new price', () => {
    const refusal = { code: 'PRICE_CHANGED', detail, unitPrice: 31 } as const;
    expect(questionOf(refusal)).toEqual({ kind: 'new-price', unitPrice: 31 });
  });

  it('points to the unpaid orders, and to other tools', () => {
    expect(questionOf({ code: 'TOO_MANY_UNPAID', detail })).toEqual({ kind: 'too-many-unpaid' });
    expect(questionOf({ code: 'TOOL_NOT_FOUND', detail })).toEqual({ kind: 'not-sold' });
  });

  it("keeps the shop's sentence for everything else, and when numbers are missing", () => {
    expect(questionOf({ code: 'INVALID', detail })).toEqual({ kind: 'other', detail });
    expect(questionOf({ code: 'PRICE_CHANGED', detail })).toEqual({ kind: 'other', detail });
    expect(questionOf({ code: 'OUT_OF_STOCK', detail })).toEqual({ kind: 'other', detail });
  });
});
