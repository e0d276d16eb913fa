import { type Decision, happened, rejected, unchanged } from './decision.ts';
import type { LiveOrder, OrderState } from './order-state.ts';

/** How often one order may be corrected. */
export const mostCorrections = 20;

/**
 * Name, address and telephone may be corrected until the parcel leaves. `seen` is the number of corrections that the writer saw, so
 * that a correction never overwrites a newer one; null: not asked.
 */
export function decideCorrection(order: LiveOrder, person: string, seen: number | null): Decision {
  if (order.status === 'shipped') return rejected('ORDER_SHIPPED');
  if (order.status === 'refunded') return rejected('ORDER_REFUNDED');
  if (order.sale.person === person) return unchanged;
  const times = order.corrected?.times ?? 0;
  if (seen !== null && seen !== times) return rejected('VERSION_CONFLICT');
  if (times >= mostCorrections) return rejected('TOO_MANY_CORRECTIONS', { most: mostCorrections });
  return happened({ type: 'order.corrected', data: { person } });
}

/** The order with the corrected person; null when its parcel has left. */
export function evolveCorrection(order: LiveOrder, person: string, version: number): OrderState | null {
  if (order.status !== 'unpaid' && order.status !== 'paid') return null;
  const corrected = { times: (order.corrected?.times ?? 0) + 1, in: version };
  return { ...order, sale: { ...order.sale, person }, corrected };
}
