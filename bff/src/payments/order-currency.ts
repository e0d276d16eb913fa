import type { OrderDocument, OrderLog } from '@karigar/events';

/** The currency of an order (ISO 4217). */
export const currencyOf = ({ currency }: Pick<OrderDocument, 'currency'>): string => currency ?? 'USD';

/**
 * Refuses a configured currency while the shop has orders in another one: their prices would be read as if they were in the new one. Throws
 * an Error that says what to do, and what the log throws.
 */
export async function requireCurrency(log: Pick<OrderLog, 'orders'>, configured: string): Promise<void> {
  const { orders } = await log.orders({ limit: 1 });
  const newest = orders[0];
  if (newest !== undefined && currencyOf(newest) !== configured)
    throw new Error(
      `CURRENCY is ${configured}, but this shop has orders in ${currencyOf(newest)}: set CURRENCY=${currencyOf(newest)}, or open a new shop.`,
    );
}
