import type { Tool } from '@karigar/bff/contracts';
import { isOrderable } from '@karigar/bff/page-words';

export { isOrderable };

/** Fewer left than this, and the shop says so. */
const fewLeft = 10;

/** A tool's stock in words, and how much it matters. */
export function stockWords(tool: Tool): { text: string; tone: 'plenty' | 'few' | 'none' } {
  const { availableQuantity, minOrderQuantity } = tool;
  if (!isOrderable(tool)) return { text: 'Sold out', tone: 'none' };
  if (availableQuantity < Math.max(fewLeft, 2 * minOrderQuantity)) {
    return { text: `Only ${availableQuantity} left`, tone: 'few' };
  }
  return { text: 'In stock', tone: 'plenty' };
}

/** The first `length` characters of a text, and '...' when something was cut. */
export function preview(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}...`;
}
