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

/** Makes a notice for everybody who waits for the tool that an event brings back, when an order of it is possible again. */
export async function planBackInStock(
  event: RecordedEvent,
  { log, waiting, tool }: BackInStockParts,
): Promise<Notice[]> {
  if (!bringsPieces(event) || (await waiting.isEmpty())) return [];
  const toolId = event.type.startsWith('stock.') ? event.subject : await toolOf(log, event.subject);
  const uids = toolId === null ? [] : await waiting.forTool(toolId);
  if (toolId === null || uids.length === 0) return [];
  const [found, [available = 0]] = await Promise.all([tool(toolId), log.stock([toolId])]);
  if (found === undefined || available < found.minOrderQuantity) return [];
  return uids.map((uid) => ({
    kind: 'back-in-stock',
    subject: toolId,
    uid,
    seq: event.seq,
    dueAt: event.ts,
  }));
}

function bringsPieces(event: RecordedEvent): boolean {
  if (event.type === 'order.refunded') return event.data.restock;
  return ['stock.set', 'stock.added', 'order.deleted'].includes(event.type);
}

async function toolOf(log: BackInStockParts['log'], orderId: string): Promise<string | null> {
  const [first] = await log.history(orderId);
  return first?.type === 'order.created' ? first.data.toolId : null;
}
