import { z } from 'zod';
import { text, wholeNumber } from './fields.ts';

/** A picture: an address on this shop (`/images/…`) or a https address of a configured image host. */
const imageUrl = z
  .string({ error: 'Image is required' })
  .trim()
  .min(1, { error: 'Image is required', abort: true })
  .max(500, { error: 'Use at most 500 characters' })
  .regex(/^(\/images\/[\w./-]+|https:\/\/\S+)$/, {
    error: 'Send an address that begins with /images/ or https://',
  });

const priceIs = 'Price is a whole number of dollars, from 1 to 1,000,000';
const minimumIs = 'Minimum order quantity is a whole number from 1';

/** What `POST /tools` takes. Prices are whole dollars. */
export const NewTool = z.object({
  name: text('Tools Name required', 120),
  price: wholeNumber(priceIs, { required: 'Price is required' }),
  minOrderQuantity: wholeNumber(minimumIs, { required: 'Minimum Order Quantity required' }),
  availableQuantity: wholeNumber('Available quantity is a whole number from 1', {
    required: 'Available Quantity required',
  }),
  description: text('Tools Description is required', 2000),
  image: imageUrl,
});
export type NewTool = z.infer<typeof NewTool>;

/**
 * What `PUT /tools/{id}` takes: any of the fields. `availableQuantity` is absolute, or '+n' to add n. `rev`, if sent, must be
 * the current revision; to add it is required, because without it an edit that is sent twice would be added twice.
 */
export const ToolEdit = z
  .object({
    name: text('Tools Name required', 120).optional(),
    price: wholeNumber(priceIs).optional(),
    minOrderQuantity: wholeNumber(minimumIs).optional(),
    availableQuantity: z
      .union([
        z
          .string()
          .trim()
          .regex(/^\+[1-9]\d{0,5}$/, { error: 'Send +n to add n' }),
        wholeNumber('Available quantity is a whole number', { min: 0 }),
      ])
      .optional(),
    description: text('Tools Description is required', 2000).optional(),
    image: imageUrl.optional(),
    rev: wholeNumber('rev is the revision number that you read').optional(),
  })
  .refine(({ availableQuantity, rev }) => typeof availableQuantity !== 'string' || rev !== undefined, {
    path: ['rev'],
    error: 'Send rev, the revision that you read, with +n',
  });
export type ToolEdit = z.infer<typeof ToolEdit>;

/** A tool as every reader sees it. `rev` moves on edits, not on orders. `createdAt` is an ISO time. */
export const Tool = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  price: z.int(),
  minOrderQuantity: z.int(),
  availableQuantity: z.int(),
  description: z.string(),
  rev: z.int(),
  createdAt: z.string(),
});
export type Tool = z.infer<typeof Tool>;
