import type { Tool } from '@karigar/bff/contracts';
import { isOrderable } from '../../shared/tools/stock.ts';
import { isOfCategory } from '../../shared/tools/tool-words.ts';

/** The orders in which the tools can be listed, each with its words. */
export const toolSorts = {
  newest: { label: 'Newest first', compare: (a: Tool, b: Tool) => b.createdAt.localeCompare(a.createdAt) },
  'price-up': { label: 'Lowest price', compare: (a: Tool, b: Tool) => a.price - b.price },
  'price-down': { label: 'Highest price', compare: (a: Tool, b: Tool) => b.price - a.price },
  name: { label: 'Name', compare: (a: Tool, b: Tool) => a.name.localeCompare(b.name) },
};
export type ToolSort = keyof typeof toolSorts;

const isSort = (word: string | null): word is ToolSort => word !== null && Object.hasOwn(toolSorts, word);

/**
 * What the all-tools page shows: a text to find, an order, whether sold-out tools are hidden, and a category ('' for all). Where nobody chose an
 * order it is null: best match first for a text, else newest first.
 */
export interface ToolFilter {
  search: string;
  sort: ToolSort | null;
  inStock: boolean;
  category: string;
}

/** Whether a text is searched for. */
export const isSearching = ({ search }: ToolFilter): boolean => search.trim() !== '';

/** The order of the list; null for that of the search, best match first. */
export const sortOf = (filter: ToolFilter): ToolSort | null =>
  filter.sort ?? (isSearching(filter) ? null : 'newest');

/** The tools that the filter keeps of those that its text has found, in its order. */
export function filterTools(found: readonly Tool[], filter: ToolFilter): Tool[] {
  const kept = found.filter(
    (tool) => isOfCategory(tool, filter.category) && (!filter.inStock || isOrderable(tool)),
  );
  const sort = sortOf(filter);
  return sort === null ? kept : kept.sort(toolSorts[sort].compare);
}

/** Reads the filter from the page's address; what it does not know becomes the default. */
export function filterFromAddress(params: URLSearchParams): ToolFilter {
  const sort = params.get('sort');
  return {
    search: params.get('search') ?? '',
    sort: isSort(sort) ? sort : null,
    inStock: params.get('stock') === 'in',
    category: params.get('category') ?? '',
  };
}

/** Writes the filter into the page's address; defaults leave no trace. */
export function filterToAddress(filter: ToolFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (isSearching(filter)) params.set('search', filter.search);
  const sort = sortOf(filter);
  if (sort !== null && (isSearching(filter) || sort !== 'newest')) params.set('sort', sort);
  if (filter.inStock) params.set('stock', 'in');
  if (filter.category !== '') params.set('category', filter.category);
  return params;
}
