import { z } from 'zod';
import { int, number, spanOfDays, string } from './fields.ts';

/** Query of `GET /sales` and `GET /sales.csv`: first and last day of the shop, at most a leap year. */
export const SalesQuery = spanOfDays(366);

/** One day: orders by the day they were placed or paid, money by the day it came or went back. */
const SalesOfDay = z.object({ day: string, placed: int, paid: int, money: number, givenBack: number });
export type SalesOfDay = z.infer<typeof SalesOfDay>;

/** `GET /sales` (admin): what was sold in a span, in the currency of the shop. */
export const Sales = z.object({
  days: z.array(SalesOfDay),
  /** As many days, right before them. */
  before: z.array(SalesOfDay),
  /** The tools of which most pieces were paid, the best first. */
  bestSellers: z.array(z.object({ _id: string, name: string, pieces: int, money: number })),
  /** Tools that run out within two months if they go on selling as in these days, the first to run out first. */
  runningOut: z.array(
    z.object({ _id: string, name: string, availableQuantity: int, perDay: number, daysLeft: int }),
  ),
  /** All orders of the shop by the state in which they are now. */
  orders: z.object({ unpaid: int, paid: int, shipped: int, refunded: int, deleted: int }),
});
export type Sales = z.infer<typeof Sales>;
