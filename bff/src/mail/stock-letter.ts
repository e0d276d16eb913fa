import type { Tool } from '../contracts/tool.ts';
import type { Letter, LetterShop } from './letter.ts';

/** A tool that is on sale again. */
export type ToolInStock = Pick<Tool, '_id' | 'name'>;

/** Writes the letter to somebody who asked to hear when a tool is back. */
export const stockLetter = ({ _id, name }: ToolInStock, shop: LetterShop): Letter => ({
  subject: `${name} is back in stock`,
  preview: 'You asked us to let you know. It’s available again.',
  heading: `${name} is back`,
  parts: [
    `You asked us to tell you when ${name} is back in stock. It’s available again.`,
    { action: 'See the tool', url: `${shop.url}/tools/${_id}` },
    'We can’t reserve one for you, so order while stock lasts.',
  ],
});

/** Why somebody gets that letter, and that it is the only one. */
export const stockReason =
  'You’re receiving this one-time email because you asked for it on the tool’s page.';
