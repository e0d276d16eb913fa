import type { OrderLog } from '@karigar/events';
import { orderPages } from '../payments/payment-parts.ts';

/**
 * Answers when the newest invoice of these accounts need not be kept any more (ms): `years` after its payment; 0 when there is nothing to
 * keep.
 */
export async function invoicesKeptUntil(
  log: OrderLog,
  accounts: readonly string[],
  years: number,
): Promise<number> {
  if (years === 0) return 0;
  let newest = 0;
  for await (const page of orderPages(log, { uids: accounts, states: ['paid', 'shipped', 'refunded'] }))
    for (const { paidAt } of page) newest = Math.max(newest, paidAt ?? 0);
  return newest === 0 ? 0 : yearsLater(newest, years);
}

/** The same day (UTC) some years later; of 29 February the day after it. */
export function yearsLater(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
