import type { Redis } from 'ioredis';
import { recordKeys } from './record-keys.ts';

/** An entry of the stream as it is stored: its id, and names and values of its fields in turn. */
export type RawEntry = readonly [id: string, fields: readonly string[]];

/** Reads up to `count` raw entries after a place. */
export async function rawEntries(redis: Redis, after: number, count: number): Promise<readonly RawEntry[]> {
  const text = (await redis.eval(entriesScript, 1, recordKeys.events, `(${after}-0`, count)) as string;
  const entries: unknown = JSON.parse(text);
  return Array.isArray(entries) ? entries : [];
}

/**
 * Entries as one JSON text: a batch has thousands of small strings, and taking them out of Redis's protocol one by one costs
 * a reader of the whole log more than everything that it does with them. No entries are `{}`, as Lua's tables know no
 * better. Joined by a NUL in Lua it would take Redis twice as long.
 */
const entriesScript = `return cjson.encode(redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2]))`;
