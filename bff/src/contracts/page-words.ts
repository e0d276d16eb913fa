import type { ClaimRefusal } from './payment.ts';

/** What both the server's HTML and the page itself say; without zod, because the browser loads it. */

/** The name of the shop, as search engines and messengers show it. */
export const shopName = 'Karigar';

/** Makes the title that the browser shows, out of the title of a page. */
export const documentTitle = (title: string): string =>
  title === shopName ? title : `${title} · ${shopName}`;

/** As much as search engines show (characters). */
const longestSummary = 160;

/** Shortens a description to one line; a long one ends after a whole word. */
export function summaryOf(description: string): string {
  const line = description.replace(/\s+/g, ' ').trim();
  if (line.length <= longestSummary) return line;
  const begin = line.slice(0, longestSummary);
  // Between words, because a cut inside of one may leave half of a character.
  const end = begin.lastIndexOf(' ');
  return `${end > 0 ? begin.slice(0, end) : [...begin].slice(0, -1).join('')}…`;
}

const units =
  '[mck]?m|in|inch|ft|met(?:er|re)s?|k?g|oz|lb|m?l|L|k?V|k?W|m?Ah?|Hz|rpm|Nm|bar|°C|%|pieces?|pcs|steps?';
const beforeUnit = new RegExp(`(?<=\\d) (?=(?:${units})(?!\\p{L}))| (?=K-\\d)`, 'gu');

/**
 * Keeps a number on one line with its unit (`12 mm`, `3 pieces`), and an order's number with the word before it: for what is shown, not
 * for what is stored.
 */
export const keepUnits = (text: string): string => text.replace(beforeUnit, '\u00a0');

/** A number of days in words. */
export const dayCount = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** Whether a tool can be ordered at all: its minimum must be there. */
export const isOrderable = (tool: { availableQuantity: number; minOrderQuantity: number }): boolean =>
  tool.availableQuantity >= Math.max(1, tool.minOrderQuantity);

/** The most pictures of a tool, the main one among them. */
export const mostPictures = 6;

/** The addresses of all pictures of a tool, each once, the main one first. */
export const picturesOf = (tool: {
  image: string;
  otherImages?: readonly string[] | undefined;
}): string[] => [...new Set([tool.image, ...(tool.otherImages ?? [])])];

/** Why the shop does not accept a reported payment, as its customer reads it in letters and on pages. */
export const claimRefusalTexts: Readonly<Record<ClaimRefusal, string>> = {
  'not-found': 'We couldn’t find this payment.',
  'wrong-amount': 'We found this payment, but its amount is not the order’s total.',
  'used-before': 'This payment was used for another order.',
  other: 'We couldn’t accept this payment.',
};
