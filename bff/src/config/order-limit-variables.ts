import type { z } from 'zod';
import type { DailyOrders } from '../orders/daily-orders.ts';
import { shorter } from './letter-variables.ts';
import { share, wholeNumber } from './variables.ts';

/** What one person may order and hold. */
interface OrderLimits {
  /** 0 = no limit. */
  readonly maxUnpaidOrders: number;
  readonly dailyOrders: DailyOrders;
  /** Whole percent of a tool's stock that the unpaid orders of one person may hold; 100 = no limit. */
  readonly maxHeldPercent: number;
}

const orderCount = (fallback: number) =>
  wholeNumber(fallback, 100_000, 'must be a whole number, 0 for no limit');

/** Reads what the environment says of these limits; load tests, without rate limits, place any number of orders a day. */
export function orderLimitVariables(
  read: <S extends z.ZodType>(name: string, schema: S) => z.output<S>,
  rateLimit: boolean,
): OrderLimits {
  const verified = read('MAX_ORDERS_PER_DAY', orderCount(50));
  const unverified = shorter(verified, read('MAX_ORDERS_PER_DAY_UNVERIFIED', orderCount(10)));
  return {
    maxUnpaidOrders: read('MAX_UNPAID_ORDERS', orderCount(5)),
    dailyOrders: rateLimit ? { verified, unverified } : { verified: 0, unverified: 0 },
    maxHeldPercent: read('MAX_HELD_SHARE', share),
  };
}
