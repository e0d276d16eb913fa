import type { RawEntry } from '../log/event-fields.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { isRecordKey, type RecordLine } from './record-lines.ts';

const perRead = 500;

/** The commands that read a part of a record, by its type. */
const partCommands = { hash: 'HSCAN', zset: 'ZSCAN', set: 'SSCAN' } as const;

/** Yields every plain record of a shop, each as it is when it is read. */
export async function* readRecords(client: RedisClient): AsyncGenerator<RecordLine> {
  // Scans the read models too, so that no list of records can miss one.
  const seen = new Set<string>();
  for await (const keys of scanKeys(client)) {
    for (const key of keys) {
      if (!isRecordKey(key) || seen.has(key)) continue;
      seen.add(key);
      yield* readRecord(client, key);
    }
  }
}

/** Yields the keys of a shop, read by read; a key may come twice. */
export const scanKeys = (client: RedisClient): AsyncGenerator<readonly string[]> =>
  scanned(client, (cursor) => ['SCAN', cursor, 'MATCH', '{o}:*', 'COUNT', '1000']);

/** Yields the lines of one record of any type; none when it does not exist. */
export async function* readRecord(client: RedisClient, k: string): AsyncGenerator<RecordLine> {
  const type = await client.run((connection) => connection.type(k));
  switch (type) {
    case 'string': {
      const v = await client.run((connection) => connection.get(k));
      if (v !== null) yield { t: 'string', k, v };
      return;
    }
    case 'hash':
    case 'zset':
    case 'set':
      for await (const f of scanned(client, (cursor) => [
        partCommands[type],
        k,
        cursor,
        'COUNT',
        `${perRead}`,
      ]))
        if (f.length > 0) yield { t: type, k, f };
      return;
    case 'stream':
      yield* readStream(client, k);
      return;
    case 'none':
      return;
    default:
      throw new Error(`${k} is a ${type}, which the archive cannot hold`);
  }
}

/** Runs a SCAN command until its cursor is back at 0. The plain answer keeps the scores of a sorted set as Redis writes them. */
async function* scanned(
  client: RedisClient,
  words: (cursor: string) => readonly string[],
): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, found]: [string, string[]] = await client.run((connection) =>
      connection.sendCommand<[string, string[]]>([...words(cursor)]),
    );
    yield found;
    cursor = next;
  } while (cursor !== '0');
}

/** Yields the entries of a stream other than the log, from its beginning or after the entry `last`. */
export async function* readStream(
  client: RedisClient,
  k: string,
  last?: string,
): AsyncGenerator<RecordLine & { readonly t: 'entry' }> {
  for (let from = last === undefined ? '-' : `(${last}`; ; ) {
    const entries = await client.run((connection) =>
      connection.sendCommand<RawEntry[]>(['XRANGE', k, from, '+', 'COUNT', `${perRead}`]),
    );
    for (const [id, f] of entries) yield { t: 'entry', k, id, f: [...f] };
    const end = entries.at(-1);
    if (end === undefined) return;
    from = `(${end[0]}`;
  }
}
