import { totalFields } from '../log/append.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { liveStatuses } from '../orders/order-state.ts';

/**
 * Orders by state and the money in them (whole dollars). `revenue` is all that came in; `givenBack` (cents) is what of it went back.
 * `attention`: orders that a person has to look at.
 */
export interface Totals {
  readonly unpaid: number;
  readonly paid: number;
  readonly shipped: number;
  readonly refunded: number;
  readonly deleted: number;
  readonly attention: number;
  readonly revenue: number;
  readonly awaitingPayment: number;
  readonly givenBack: number;
}

type Three = [number, number, number];
type Six = [number, number, number, number, number, number];

/** Orders by state and the money in them, all read at one moment: money and orders fit each other. */
export function readTotals(reader: GenerationReader): Promise<Totals> {
  return reader.follow(async (keys) => {
    const found = await reader.read(keys, [
      readOf('HMGET', keys.totals, ...totalFields),
      ...[...liveStatuses.map(keys.set), keys.deleted, keys.attention].map((key) => readOf('ZCARD', key)),
    ]);
    const [stored, ...sizes] = found;
    const [revenue, awaitingPayment, givenBack] = (stored as (string | null)[]).map(Number) as Three;
    const [unpaid, paid, shipped, refunded, deleted, attention] = sizes as Six;
    return { unpaid, paid, shipped, refunded, deleted, attention, revenue, awaitingPayment, givenBack };
  });
}

/** What is available of each tool, in the order asked. */
export async function readStock(reader: GenerationReader, toolIds: readonly string[]): Promise<number[]> {
  if (toolIds.length === 0) return [];
  const found = await reader.readOne<(string | null)[]>((keys) => readOf('HMGET', keys.stock, ...toolIds));
  return found.map((value) => Number(value ?? 0));
}

/** Figures of the store that the shop's own screens do not show. */
interface StoreFigures {
  readonly events: number;
  readonly logBytes: number;
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly persistence: {
    readonly appendonly: string;
    readonly lastWrite: string;
    readonly fileBytes: number;
  };
}

/** Reads the figures of the store. `maxBytes` 0 means no limit. */
export async function storeFigures(client: RedisClient): Promise<StoreFigures> {
  const [info, events, logBytes] = await client.run((connection) =>
    Promise.all([
      connection.info(),
      connection.xLen(redisKeys.events),
      connection.memoryUsage(redisKeys.events),
    ]),
  );
  const read = (name: string): string => new RegExp(`^${name}:(.*)\\r?$`, 'm').exec(info)?.[1]?.trim() ?? '';
  return {
    events,
    logBytes: logBytes ?? 0,
    usedBytes: Number(read('used_memory')),
    maxBytes: Number(read('maxmemory')),
    persistence: {
      appendonly: read('aof_enabled') === '1' ? 'yes' : 'no',
      lastWrite: read('aof_last_write_status'),
      fileBytes: Number(read('aof_current_size') || 0),
    },
  };
}
