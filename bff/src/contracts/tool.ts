import { removalReasons } from '@karigar/events/reasons';
import { z } from 'zod';
import { emptyOrText, int, optionalText, string, text, wholeNumber } from './fields.ts';
import { mostPictures } from './page-words.ts';
import { type Specification, specificationsFault } from './specifications.ts';
import { longest, oneLine, paragraphs, plainCode } from './written-text.ts';

/** A picture: an address on this shop (`/images/<name>`), or a https address without a login; the page shows those of the configured image hosts. */
const imageUrl = z
  .string({ error: 'Image is required' })
  .overwrite(oneLine)
  .min(1, { error: 'Image is required', abort: true })
  .max(longest.picture, { error: `Use at most ${longest.picture} characters` })
  .refine((address) => /^\/images\/\w[\w.-]*$/.test(address) || isPlainHttps(address), {
    error: 'Send an address that begins with /images/ or https://',
  });

function isPlainHttps(address: string): boolean {
  if (!/^https:\/\/[^\s"<>]+$/.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

/** The most other names of a tool. */
const mostOtherNames = 20;
const isFewNames = (names: string): boolean => names.split(',').length <= mostOtherNames;
const tooManyNames = { error: `Use at most ${mostOtherNames} names` };

/** The specifications of a tool, in the order in which they are shown. */
const listIs = { error: 'Send a list of label and value' };
const specifications = z
  .array(
    z.object(
      {
        label: emptyOrText(longest.specificationLabel),
        value: emptyOrText(longest.specificationValue),
      },
      listIs,
    ),
    listIs,
  )
  .refine((rows) => specificationsFault(rows) === null, {
    when: ({ issues }) => issues.length === 0,
    error: ({ input }) => specificationsFault(input as Specification[]) ?? '',
  })
  .optional();

/** Pictures beside the main one, in the order in which they are shown. */
const otherImages = z
  .array(imageUrl, { error: 'Send a list of addresses' })
  .max(mostPictures - 1, { error: `Use at most ${mostPictures} pictures, the main one among them` })
  .refine((pictures) => new Set(pictures).size === pictures.length, { error: 'Send each picture once' })
  .optional();

/** What makes a tool, apart from its stock and what may be left out. */
const fields = z.object({
  name: text('Tools Name required', longest.toolName),
  price: wholeNumber('Price is a whole number, from 1 to 1,000,000', {
    required: 'Price is required',
  }),
  minOrderQuantity: wholeNumber('Minimum order quantity is a whole number from 1', {
    required: 'Minimum Order Quantity required',
  }),
  description: text('Tools Description is required', longest.description, paragraphs),
  image: imageUrl,
});

/**
 * What `POST /tools` takes. Prices are whole dollars. `category` groups tools, `alt` describes the picture for people who cannot see it;
 * `otherNames` are what else people call the tool, also in Bangla, separated by commas. All three may be left out, which is ''; and so may
 * `specifications`, rows such as label "Weight" and value "450 g", and `otherImages`, pictures beside the main one.
 */
export const NewTool = fields.extend({
  availableQuantity: wholeNumber('Available quantity is a whole number from 1', {
    required: 'Available Quantity required',
  }),
  category: optionalText(longest.category),
  alt: optionalText(longest.alt),
  otherNames: optionalText(longest.otherNames).refine(isFewNames, tooManyNames),
  specifications,
  otherImages,
});
export type NewTool = z.infer<typeof NewTool>;

const availableIs = 'Available quantity is a whole number, "+n" to add n, or "-n" to take n away';
const reasonIs = `Send reason with -n, one of: ${removalReasons.join(', ')}`;

/** A change of stock by a number of pieces, in place of a number of pieces. */
const isStep = (quantity: unknown): quantity is string => typeof quantity === 'string';

/**
 * What `PUT /tools/{id}` takes: any of the fields. `availableQuantity` is absolute, '+n' to add n, or '-n' to take n away, which needs a
 * `reason`. `rev`, if sent, must be the current revision; with +n and -n it is required, because without it an edit that is sent twice
 * would count twice.
 */
export const ToolEdit = fields
  .partial()
  .extend({
    availableQuantity: z
      .union([
        z
          .string()
          .overwrite(plainCode)
          .regex(/^[+-][1-9]\d{0,5}$/, { error: availableIs }),
        wholeNumber(availableIs, { min: 0 }),
      ])
      .optional(),
    reason: z.enum(removalReasons, { error: reasonIs }).optional(),
    category: emptyOrText(longest.category).optional(),
    alt: emptyOrText(longest.alt).optional(),
    otherNames: emptyOrText(longest.otherNames).refine(isFewNames, tooManyNames).optional(),
    specifications,
    otherImages,
    rev: wholeNumber('rev is the revision number that you read').optional(),
  })
  .refine(({ availableQuantity, rev }) => !isStep(availableQuantity) || rev !== undefined, {
    path: ['rev'],
    error: 'Send rev, the revision that you read, with +n and -n',
  })
  .refine(
    ({ availableQuantity, reason }) =>
      (isStep(availableQuantity) && availableQuantity.startsWith('-')) === (reason !== undefined),
    {
      path: ['reason'],
      error: ({ input }) =>
        (input as { reason?: string }).reason === undefined ? reasonIs : 'Send reason with -n only',
    },
  );
export type ToolEdit = z.infer<typeof ToolEdit>;

/**
 * A tool as every reader sees it. `category` and `otherNames` are '' for none; where `alt` is '', the name describes the picture. `specifications` and `otherImages`, the pictures beside the main one, may be absent. `rev` moves on edits, not on
 * orders. `createdAt` is an ISO time.
 */
export const Tool = z.object({
  _id: string,
  name: string,
  image: string,
  price: int,
  minOrderQuantity: int,
  availableQuantity: int,
  description: string,
  category: string,
  alt: string,
  otherNames: string,
  specifications: z.array(z.object({ label: string, value: string })).optional(),
  otherImages: z.array(string).optional(),
  rev: int,
  createdAt: string,
});
export type Tool = z.infer<typeof Tool>;
