import { z } from 'zod';
import { string, text, wholeNumber } from './fields.ts';

/** What `POST /create-payment-intent` takes; with `orderId` the amount comes from the order, never from `price`. */
export const NewIntent = z
  .object({
    price: wholeNumber('price is a whole number of dollars').optional(),
    orderId: text('orderId is the order’s _id', 64).optional(),
  })
  .refine((intent) => intent.price !== undefined || intent.orderId !== undefined, {
    error: 'Send orderId, or price',
    path: ['orderId'],
  });
export type NewIntent = z.infer<typeof NewIntent>;
const mostDays = 92;
/** Not before the provider's count of time, which begins in 1970. */
const day = z.iso
  .date({ error: 'Write a date such as 2026-11-21' })
  .refine((date) => date >= '2000-01-01', { error: 'Write a date from 2000-01-01 on' });

/** Query of `GET /bookkeeping.csv`: first and last day of the shop, at most 92 days. */
export const BookkeepingQuery = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { error: 'The last day is before the first', path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostDays * 86_400_000, {
    error: `Take at most ${mostDays} days at once`,
    path: ['to'],
  });

/** Answer: what the card form needs, and where the payment stands now (a provider status such as 'requires_payment_method'). */
export const Intent = z.object({ clientSecret: string, intentId: string, status: string });
export type Intent = z.infer<typeof Intent>;
