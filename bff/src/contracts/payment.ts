import { z } from 'zod';
import { text, wholeNumber } from './fields.ts';

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
/** Answer: what the card form needs, and where the payment stands now (a provider status such as 'requires_payment_method'). */
export const Intent = z.object({ clientSecret: z.string(), intentId: z.string(), status: z.string() });
export type Intent = z.infer<typeof Intent>;
