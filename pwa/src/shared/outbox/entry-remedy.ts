import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';

/** A change that would make a refused order acceptable; the person decides. */
export interface Remedy {
  label: string;
  work: OutboxWork;
}

/** What the person may agree to after a refusal: what is left, or the new price. Null when there is nothing to offer. */
export function remedyOf(entry: OutboxEntry): Remedy | null {
  if (entry.status !== 'refused' || entry.work.kind !== 'order') return null;
  const { refusal, work } = entry;
  if (refusal.code === 'PRICE_CHANGED' && refusal.unitPrice !== undefined) {
    const order = { ...work.order, unitPrice: refusal.unitPrice };
    return { label: `Order at $${refusal.unitPrice} each`, work: { ...work, order } };
  }
  const { available, minimum = 1 } = refusal;
  if (refusal.code === 'OUT_OF_STOCK' && available !== undefined && available >= minimum && available > 0) {
    const order = { ...work.order, quantity: available };
    return { label: `Order ${available} instead`, work: { ...work, order } };
  }
  return null;
}
