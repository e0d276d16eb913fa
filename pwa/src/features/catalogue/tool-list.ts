import type { Tool } from '@karigar/bff/contracts';
import { isOrderable } from '../../shared/ui/stock.ts';

/** The orders in which the tools can be listed. */
const toolSorts = ['newest', 'price-up', 'price-down', 'name'] as const;
export type ToolSort = (typeof toolSorts)[number];

/** What the all-tools page shows: a text to find, an order, and whether sold-out tools are hidden. */
export interface ToolFilter {
  search: string;
  sort: ToolSort;
  inStock: boolean;
}

const orders: Record<ToolSort, (a: Tool, b: Tool) => number> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  'price-up': (a, b) => a.price - b.price,
  'price-down': (a, b) => b.price - a.price,
  name: (a, b) => a.name.localeCompare(b.name),
};

/** The tools that the filter keeps, in its order. The text is found literally, in any case, in name or description. */
export function filterTools(tools: readonly Tool[], filter: ToolFilter): Tool[] {
  const wanted = filter.search.trim().toLocaleLowerCase();
  return tools
    .filter(
      (tool) =>
        (wanted === '' || `${tool.name}\n${tool.description}`.toLocaleLowerCase().includes(wanted)) &&
        (!filter.inStock || isOrderable(tool)),
    )
    .sort(orders[filter.sort]);
}

/** Reads the filter from the page's address; what it does not know becomes the default. */
export function filterFromAddress(params: URLSearchParams): ToolFilter {
  const sort = toolSorts.find((each) => each === params.get('sort')) ?? 'newest';
  return { search: params.get('search') ?? '', sort, inStock: params.get('stock') === 'in' };
}

/** Writes the filter into the page's address; defaults leave no trace. */
export function filterToAddress(filter: ToolFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.search.trim() !== '') params.set('search', filter.search);
  if (filter.sort !== 'newest') params.set('sort', filter.sort);
  if (filter.inStock) params.set('stock', 'in');
  return params;
}
