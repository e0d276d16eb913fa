import type { OrderLog, RecordedEvent } from '@karigar/events';
import type { Tool } from '../contracts/tool.ts';
import type { Notice } from './notice.ts';
import type { WaitingRecords } from './waiting-records.ts';

/** What it takes to tell those who wait for a tool. */
export interface BackInStockParts {
  readonly log: Pick<OrderLog, 'history' | 'stock'>;
  readonly waiting: Pick<WaitingRecords, 'isEmpty' | 'forTool'>;
  /** Finds a tool on sale. */
  readonly tool: (id: string) => Promise<Pick<Tool, 'minOrderQuantity'> | undefined>;
}

/**
 * Makes a notice for everybody who waits for a tool that some events, in their order, bring back, when an order of it is possible again: one of
 * each tool, of its last event. Thousands may wait, and many orders of a tool be deleted at once.
 */
export async function planBackInStock(
  events: readonly RecordedEvent[],
  { log, waiting, tool }: BackInStockParts,
): Promise<Notice[]> {
  const bringing = events.filter(bringsPieces);
  if (bringing.length === 0 || (await waiting.isEmpty())) return [];
  const tools = await Promise.all(bringing.map((event) => toolOf(log, event)));
  const lastOf = new Map(bringing.map((event, at) => [tools[at] ?? null, event]));
  const planOne = async (toolId: string, { seq }: RecordedEvent): Promise<Notice[]> => {
    const uids = await waiting.forTool(toolId);
    if (uids.length === 0) return [];
    const [found, [available = 0]] = await Promise.all([tool(toolId), log.stock([toolId])]);
    if (found === undefined || available < found.minOrderQuantity) return [];
    return uids.map((uid) => ({ kind: 'back-in-stock', subject: toolId, uid, seq }));
  };
  const planned = [...lastOf].map(([toolId, event]) => (toolId === null ? [] : planOne(toolId, event)));
  return (await Promise.all(planned)).flat();
}

function bringsPieces(event: RecordedEvent): boolean {
  if (event.type === 'order.refunded') return event.data.restock;
  return ['stock.set', 'stock.added', 'order.deleted'].includes(event.type);
}

async function toolOf(
  log: BackInStockParts['log'],
  { type, subject }: RecordedEvent,
): Promise<string | null> {
  if (type.startsWith('stock.')) return subject;
  const [first] = await log.history(subject);
  return first?.type === 'order.created' ? first.data.toolId : null;
}
