import type { Redis } from 'ioredis';
import { hashOf, type RawEntry } from './event-fields.ts';
import { redisKeys } from './redis-keys.ts';

export { hashOf, type RawEntry };

/**
 * Reads up to `count` raw entries that are in Redis after a position, or after the entry with an id: only the id leads past a foreign
 * entry that stands between two positions. `key` names another stream than the log. To read the whole log use `LogReader`.
 */
export async function rawEntries(
  redis: Redis,
  after: number | string,
  count: number,
  key: string = redisKeys.events,
): Promise<readonly RawEntry[]> {
  const id = typeof after === 'number' ? `${after}-0` : after;
  const text = (await redis.eval(entriesScript, 1, key, `(${id}`, count)) as string;
  const entries: unknown = JSON.parse(text);
  return Array.isArray(entries) ? entries : [];
}

/** Reads the raw entries at these positions; a position without one is left out. A few thousand at most. */
export async function rawEntriesAt(redis: Redis, positions: readonly number[]): Promise<readonly RawEntry[]> {
  if (positions.length === 0) return [];
  const text = (await redis.eval(entriesAtScript, 1, redisKeys.events, positions.join(' '))) as string;
  const entries: unknown = JSON.parse(text);
  return Array.isArray(entries) ? entries : [];
}

/**
 * Answers entries as one JSON text: parsing thousands of small strings out of Redis's protocol costs more than all that is
 * done with them. No entries are `{}`, because Lua has one type for lists and objects.
 */
const entriesScript = `#!lua flags=no-writes
return cjson.encode(redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2]))`;

const entriesAtScript = `#!lua flags=no-writes
local found = {}
for seq in string.gmatch(ARGV[1], '%d+') do
  found[#found + 1] = redis.call('XRANGE', KEYS[1], seq .. '-0', seq .. '-0')[1]
end
return cjson.encode(found)`;
