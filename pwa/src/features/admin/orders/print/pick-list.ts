import type { Order } from '@karigar/bff/contracts';

/** How many pieces of a tool to fetch from the shelf, and for how many orders. */
export interface PickLine {
  toolId: string;
  tool: string;
  pieces: number;
  orders: number;
}

/** What to fetch for some orders, a line for each tool, by name. */
export function pickListOf(orders: readonly Pick<Order, 'toolId' | 'toolsName' | 'quantity'>[]): PickLine[] {
  const picks = new Map<string, PickLine>();
  for (const { toolId, toolsName, quantity } of orders) {
    const { pieces, orders: count } = picks.get(toolId) ?? { pieces: 0, orders: 0 };
    picks.set(toolId, { toolId, tool: toolsName, pieces: pieces + quantity, orders: count + 1 });
  }
  return [...picks.values()].sort((a, b) => a.tool.localeCompare(b.tool));
}
