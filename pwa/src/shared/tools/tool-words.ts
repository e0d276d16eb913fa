import type { Tool } from '@karigar/bff/contracts';
import { folded } from '@karigar/bff/written-text';

/** A tool as this device may hold it: an older release saved it without a category, other names, and words for its picture. */
type SavedTool = Pick<Tool, 'name'> & Partial<Pick<Tool, 'category' | 'alt' | 'otherNames'>>;

/** The words that stand for a tool's picture: its own, or the tool's name where it has none. */
export const pictureWords = ({ alt, name }: SavedTool): string => alt || name;

/** A tool's category; '' for none. */
export const categoryOf = ({ category }: SavedTool): string => category ?? '';

/** What else people call a tool, separated by commas; '' for nothing. */
export const otherNamesOf = ({ otherNames }: SavedTool): string => otherNames ?? '';

/** Whether two categories are the same but for capitals, accents and Unicode form. */
export const sameCategory = (one: string, other: string): boolean => folded(one) === folded(other);

/** Whether a tool is of a category; every tool is of ''. */
export const isOfCategory = (tool: SavedTool, category: string): boolean =>
  category === '' || sameCategory(categoryOf(tool), category);

/** The categories of the tools, each once, by name. Of two spellings of the same one the first counts. */
export function categoriesOf(tools: readonly SavedTool[]): string[] {
  const spellings = new Map<string, string>();
  for (const category of tools.map(categoryOf)) {
    const key = folded(category);
    if (category !== '' && !spellings.has(key)) spellings.set(key, category);
  }
  return [...spellings.values()].sort((one, other) => one.localeCompare(other));
}
