import type { Order } from '@karigar/bff/contracts';

/** Where an order stands, in one word for its owner. */
export function orderState(order: Pick<Order, 'paid' | 'status'>): 'unpaid' | 'paid' | 'shipped' {
  if (order.status === 'Shipped') return 'shipped';
  return order.paid ? 'paid' : 'unpaid';
}

/**
 * How long an unpaid order still holds its stock, as a date in the person's language; null when it never ends or is
 * over. `now` in ms.
 */
export function reservedText(
  order: Pick<Order, 'paid' | 'reservedUntil'>,
  now: number,
  format: (time: number) => string,
): string | null {
  if (order.paid || order.reservedUntil === null) return null;
  const until = Date.parse(order.reservedUntil);
  return until > now ? `Reserved until ${format(until)}` : null;
}
