import { z } from 'zod';
import { generationOf } from '../log/generation-keys.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** The command that writes a line of each type. */
const commands = { gone: 'UNLINK', string: 'SET', hash: 'HSET', zset: 'ZADD', set: 'SADD', entry: 'XADD' };

/**
 * A record of the shop that is not made from the log, or a part of one: `k` is its key, `f` what follows the key in the command that writes it. `gone` removes
 * everything that earlier lines wrote under the key.
 */
export const RecordLine = z.strictObject({
  t: z.enum(['gone', 'string', 'hash', 'zset', 'set', 'entry']),
  k: z.string(),
  f: z.array(z.string()),
});
/** A record or a part of one. */
export type RecordLine = z.infer<typeof RecordLine>;

/** Gives the command that writes a line. */
export const commandOf = ({ t, k, f }: RecordLine): string[] => [commands[t], k, ...(t === 'gone' ? [] : f)];

/** Checks whether a key is a lock of a server or the position of a follower: a store that holds nothing else is empty. */
export const isPassing = (key: string): boolean =>
  key.startsWith(redisKeys.lease('')) || key.startsWith(redisKeys.follower(''));

/** Checks whether a key is a record: not the log, its head, a read model, a lock or another program's key. */
export function isRecordKey(key: string): boolean {
  const { events, meta, builds } = redisKeys;
  const own: readonly string[] = [events, meta, builds];
  return key.startsWith('{o}:') && !own.includes(key) && generationOf(key) === undefined && !isPassing(key);
}

const perRead = '500';
/** The commands that read a record in parts. */
const scans = { hash: 'HSCAN', zset: 'ZSCAN', set: 'SSCAN' };

/** Yields every record of a shop, each as it is when it is read. */
export async function* readRecords(client: RedisClient): AsyncGenerator<RecordLine> {
  // Scans the read models too, so that no list of records can miss one.
  const seen = new Set<string>();
  for await (const keys of scanKeys(client))
    for (const key of keys) {
      if (!isRecordKey(key) || seen.has(key)) continue;
      seen.add(key);
      yield* readRecord(client, key);
    }
}

/** Yields the keys of a shop, read by read; a key may come twice. */
export const scanKeys = (client: RedisClient): AsyncGenerator<readonly string[]> =>
  scanned(client, ['SCAN'], ['MATCH', '{o}:*', 'COUNT', '1000']);

/**
 * Yields the lines of one record of any type; none when it does not exist.
 *
 * @param after of a stream, gives only the entries after this one
 */
export async function* readRecord(
  client: RedisClient,
  k: string,
  after?: string,
): AsyncGenerator<RecordLine> {
  const t = await client.run((connection) => connection.type(k));
  if (t === 'string') {
    const value = await client.run((connection) => connection.get(k));
    if (value !== null) yield { t, k, f: [value] };
  } else if (t === 'hash' || t === 'zset' || t === 'set') {
    // Of a sorted set Redis reads member and score, and writes score and member.
    for await (const f of scanned(client, [scans[t], k], ['COUNT', perRead]))
      if (f.length > 0) yield { t, k, f: t === 'zset' ? f.map((_, at) => f[at ^ 1] ?? '') : f };
  } else if (t === 'stream') {
    for (let last = after; ; ) {
      const from = last === undefined ? '-' : `(${last}`;
      const entries = await client.run((connection) =>
        connection.sendCommand<[string, string[]][]>(['XRANGE', k, from, '+', 'COUNT', perRead]),
      );
      for (const [id, fields] of entries) yield { t: 'entry', k, f: [id, ...fields] };
      last = entries.at(-1)?.[0];
      if (last === undefined) return;
    }
  } else if (t !== 'none') throw new Error(`${k} is a ${t}, which the archive cannot hold`);
}

/** Runs a SCAN command until its cursor is back at 0. The plain answer keeps the scores of a sorted set as Redis writes them. */
async function* scanned(
  client: RedisClient,
  before: readonly string[],
  after: readonly string[],
): AsyncGenerator<string[]> {
  for (let cursor = '0'; ; ) {
    const [next, found] = await client.run((connection) =>
      connection.sendCommand<[string, string[]]>([...before, cursor, ...after]),
    );
    yield found;
    if (next === '0') return;
    cursor = next;
  }
}
