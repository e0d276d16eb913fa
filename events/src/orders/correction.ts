import { type Decision, happened, rejected, unchanged } from './decision.ts';
import type { OrderState } from './order-state.ts';

/** How often one order may be corrected: beyond that somebody fills the log. */
export const mostCorrections = 20;

/**
 * Name, address and telephone of an order may be corrected until its parcel leaves. `seen` is the number of corrections that the writer
 * saw, so that nobody overwrites what another has just put right; null: not asked.
 */
export function decideCorrection(state: OrderState, person: string, seen: number | null): Decision {
  switch (state.status) {
    case 'none':
      return rejected('ORDER_NOT_FOUND');
    case 'deleted':
      return rejected('ORDER_GONE');
    case 'shipped':
      return rejected('ORDER_SHIPPED');
    case 'refunded':
      return rejected('ORDER_REFUNDED');
    case 'unpaid':
    case 'paid': {
      if (state.sale.person === person) return unchanged;
      const times = state.corrected?.times ?? 0;
      if (seen !== null && seen !== times) return rejected('VERSION_CONFLICT');
      if (times >= mostCorrections) return rejected('TOO_MANY_CORRECTIONS', { most: mostCorrections });
      return happened({ type: 'order.corrected', data: { person } });
    }
    default:
      return state satisfies never;
  }
}

/** The order with the corrected person; null when its parcel has left or it is no order. */
export function evolveCorrection(state: OrderState, person: string, version: number): OrderState | null {
  if (state.status !== 'unpaid' && state.status !== 'paid') return null;
  const corrected = { times: (state.corrected?.times ?? 0) + 1, in: version };
  return { ...state, sale: { ...state.sale, person }, corrected };
}
