import { z } from 'zod';
import { text, wholeNumber } from './numbers.ts';

/** A picture: an address on this shop (`/images/…`) or a https address of a configured image host. */
export const imageUrl = z
  .string({ error: 'Send the picture address that the upload answered' })
  .trim()
  .max(500, { error: 'Use at most 500 characters' })
  .regex(/^(\/images\/[\w./-]+|https:\/\/\S+)$/, {
    error: 'Send an address that begins with /images/ or https://',
  });

/** What `POST /tools` takes. Prices are whole dollars. */
export const NewTool = z.object({
  name: text('Tools Name required', 120),
  price: wholeNumber('Price is a whole number of dollars, from 1 to 1,000,000'),
  minOrderQuantity: wholeNumber('Minimum order quantity is a whole number from 1'),
  availableQuantity: wholeNumber('Available quantity is a whole number from 1'),
  description: text('Tools Description is required', 2000),
  image: imageUrl,
});
export type NewTool = z.infer<typeof NewTool>;

/**
 * What `PUT /tools/{id}` takes: any of the fields. `availableQuantity` is absolute, or '+n' to add n.
 * `rev`, if sent, must be the current revision.
 */
export const ToolEdit = z.object({
  name: text('Tools Name required', 120).optional(),
  price: wholeNumber('Price is a whole number of dollars, from 1 to 1,000,000').optional(),
  minOrderQuantity: wholeNumber('Minimum order quantity is a whole number from 1').optional(),
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
