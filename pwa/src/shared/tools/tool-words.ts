import type { Tool } from '@karigar/bff/contracts';
import { folded } from '@karigar/bff/written-text';

/** The words that stand for a tool's picture: its own, or the tool's name where it has none. */
export const pictureWords = ({ alt, name }: Tool): string => alt || name;

/** Whether two categories are the same but for capitals, accents and Unicode form. */
export const sameCategory = (one: string, other: string): boolean => folded(one) === folded(other);

/** Whether a tool is of a category; every tool is of ''. */
export const isOfCategory = (tool: Tool, category: string): boolean =>
  category === '' || sameCategory(tool.category, category);

/** The categories of the tools, each once, by name. Of two spellings of the same one the first counts. */
export function categoriesOf(tools: readonly Tool[]): string[] {
  const spellings = new Map<string, string>();
  for (const { category } of tools) {
    const key = folded(category);
    if (category !== '' && !spellings.has(key)) spellings.set(key, category);
  }
  return [...spellings.values()].sort((one, other) => one.localeCompare(other));
}
