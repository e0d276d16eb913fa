import type { Tool } from '@karigar/bff/contracts';
import { isOrderable } from '../../shared/ui/stock.ts';
import { categoryOf, isOfCategory } from '../../shared/ui/tool-words.ts';

/** The orders in which the tools can be listed. */
const toolSorts = ['newest', 'price-up', 'price-down', 'name'] as const;
export type ToolSort = (typeof toolSorts)[number];

/** What the all-tools page shows: a text to find, an order, whether sold-out tools are hidden, and a category ('' for all). */
export interface ToolFilter {
  search: string;
  sort: ToolSort;
  inStock: boolean;
  category: string;
}

const orders: Record<ToolSort, (a: Tool, b: Tool) => number> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  'price-up': (a, b) => a.price - b.price,
  'price-down': (a, b) => b.price - a.price,
  name: (a, b) => a.name.localeCompare(b.name),
};

const wordsOf = (tool: Tool): string =>
  `${tool.name}\n${tool.description}\n${categoryOf(tool)}`.toLocaleLowerCase();

/** The tools that the filter keeps, in its order. The text is found literally, in any case, in name, description or category. */
export function filterTools(tools: readonly Tool[], filter: ToolFilter): Tool[] {
  const wanted = filter.search.trim().toLocaleLowerCase();
  return tools
    .filter(
      (tool) =>
        (wanted === '' || wordsOf(tool).includes(wanted)) &&
        isOfCategory(tool, filter.category) &&
        (!filter.inStock || isOrderable(tool)),
    )
    .sort(orders[filter.sort]);
}

/** Reads the filter from the page's address; what it does not know becomes the default. */
export function filterFromAddress(params: URLSearchParams): ToolFilter {
  const sort = toolSorts.find((each) => each === params.get('sort')) ?? 'newest';
  return {
    search: params.get('search') ?? '',
    sort,
    inStock: params.get('stock') === 'in',
    category: params.get('category') ?? '',
  };
}

/** Writes the filter into the page's address; defaults leave no trace. */
export function filterToAddress(filter: ToolFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.search.trim() !== '') params.set('search', filter.search);
  if (filter.sort !== 'newest') params.set('sort', filter.sort);
  if (filter.inStock) params.set('stock', 'in');
  if (filter.category !== '') params.set('category', filter.category);
  return params;
}
