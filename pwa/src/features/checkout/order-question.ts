import type { Refusal } from '../../shared/outbox/outbox.ts';

/** What the shop's refusal of an order asks of the person. `available` in pieces, `unitPrice` in whole dollars. */
export type OrderQuestion =
  | { kind: 'fewer'; available: number }
  | { kind: 'sold-out' }
  | { kind: 'new-price'; unitPrice: number }
  | { kind: 'too-many-unpaid' }
  | { kind: 'not-sold' }
  | { kind: 'other'; detail: string };

/** Reads the question out of a refusal; a code without an answer of its own keeps the shop's sentence. */
export function questionOf({ code, detail, available, minimum, unitPrice }: Refusal): OrderQuestion {
  switch (code) {
    case 'OUT_OF_STOCK':
      if (available === undefined) return { kind: 'other', detail };
      return available >= Math.max(1, minimum ?? 1) ? { kind: 'fewer', available } : { kind: 'sold-out' };
    case 'PRICE_CHANGED':
      return unitPrice === undefined ? { kind: 'other', detail } : { kind: 'new-price', unitPrice };
    case 'TOO_MANY_UNPAID':
      return { kind: 'too-many-unpaid' };
    case 'TOOL_NOT_FOUND':
      return { kind: 'not-sold' };
    default:
      return { kind: 'other', detail };
  }
}
