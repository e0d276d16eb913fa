import type { PlaceCommand } from '../commands/place-order.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { decodeTool, encodeTool, type ToolRecord } from '../log/tool-record.ts';
import type { OrderLog } from '../order-log.ts';
import type { Sale } from '../orders/order-event.ts';

/** Who acts in tests where it does not matter. */
export const origin = { actor: 'system:test', correlationId: 'test' } as const;

/** A tool with believable values; what a test cares about is given. */
export function sampleTool(known: Partial<ToolRecord> = {}): ToolRecord {
  return {
    id: 'tool-hammer',
    name: 'Claw Hammer',
    price: 12,
    minOrderQuantity: 1,
    description: 'A forged hammer with an ash handle',
    image: '/images/hammer.avif',
    category: '',
    alt: '',
    otherNames: '',
    rev: 1,
    createdAt: 1_700_000_000_000,
    ...known,
  };
}

/** What a sample order sold, as the log and the order's document hold it; what a test cares about is given. */
export function sampleSale(known: Partial<Sale> = {}): Sale {
  return {
    toolId: 't',
    toolsName: 'Claw Hammer',
    description: '',
    image: '',
    unitPrice: 4,
    quantity: 3,
    price: 12,
    uid: 'u',
    person: 'sealed',
    ...known,
  };
}

/** A place command with believable values; what a test cares about is given. */
export function samplePlace(known: Partial<PlaceCommand> = {}): PlaceCommand {
  return {
    uid: 'user-1',
    idempotencyKey: 'key-1',
    requestHash: 'request-1',
    person: 'sealed',
    toolId: 'tool-hammer',
    quantity: 1,
    ...origin,
    ...known,
  };
}

/** Puts a tool into the catalogue of a test and sets its stock. */
export async function offerTool(log: OrderLog, tool: ToolRecord, available: number): Promise<void> {
  await log.redis.run((connection) => connection.set(redisKeys.tool(tool.id), encodeTool(tool)));
  await log.setStock({ toolId: tool.id, set: available, ...origin });
}

/** The current record of a tool with the next revision, as whoever changes it sends it. */
export async function nextTool(log: OrderLog, toolId: string): Promise<ToolRecord> {
  const stored = await log.redis.run((connection) => connection.get(redisKeys.tool(toolId)));
  if (stored === null) throw new Error(`There is no tool ${toolId}`);
  const tool = decodeTool(stored);
  return { ...tool, rev: tool.rev + 1 };
}

/** Empties the Redis of a test and forgets its scripts, so that each test begins with nothing. */
export async function wipe(log: OrderLog): Promise<void> {
  await log.redis.run((connection) => connection.flushAll());
}
