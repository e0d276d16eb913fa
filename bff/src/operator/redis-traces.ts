import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RedisClient } from '@karigar/events';
import type { Trace } from './file-traces.ts';
import type { PlaceSearch } from './trace-search.ts';

const perRead = 1_000;

/** Searches every key of Redis, name and value; `onKey` is called for each. */
export async function* keyTraces(
  redis: RedisClient,
  begin: () => PlaceSearch,
  onKey: () => void,
): AsyncGenerator<Trace> {
  for await (const keys of scanned(redis, 'SCAN'))
    for (const key of keys) {
      const search = begin();
      search.take(Buffer.from(`${key}\n`));
      for await (const texts of valuesOf(redis, key))
        for (const text of texts) search.take(Buffer.from(`${text}\n`));
      onKey();
      yield { place: `key ${key}`, found: [...search.found] };
    }
}

/** Reads everything that a key holds, a part at a time. */
async function* valuesOf(redis: RedisClient, key: string): AsyncGenerator<readonly string[]> {
  switch (await redis.run((connection) => connection.type(key))) {
    case 'string':
      yield [(await redis.run((connection) => connection.get(key))) ?? ''];
      return;
    case 'hash':
      yield* scanned(redis, 'HSCAN', key);
      return;
    case 'zset':
      yield* scanned(redis, 'ZSCAN', key);
      return;
    case 'set':
      yield* scanned(redis, 'SSCAN', key);
      return;
    case 'list':
      yield await redis.run((connection) => connection.lRange(key, 0, -1));
      return;
    case 'stream':
      for (let from = '-'; ; ) {
        const words = ['XRANGE', key, from, '+', 'COUNT', String(perRead)];
        const entries = await redis.run((connection) => connection.sendCommand<[string, string[]][]>(words));
        if (entries.length === 0) return;
        yield entries.flatMap(([, fields]) => fields);
        from = `(${entries.at(-1)?.[0]}`;
      }
  }
}

/** Runs a SCAN command until its cursor is back at 0. */
async function* scanned(redis: RedisClient, ...command: readonly string[]): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const words = [...command, cursor, 'COUNT', String(perRead)];
    const [next, found] = await redis.run((connection) => connection.sendCommand<[string, string[]]>(words));
    yield found;
    cursor = next;
  } while (cursor !== '0');
}

const patienceMs = 10_000;

/**
 * Lists the files of an append-only file that was just written anew, once Redis has removed those before it, and the snapshot beside it. Empty where they
 * cannot be read from here, as on another machine.
 */
export async function redisFiles(
  redis: RedisClient,
): Promise<{ appendOnly: string[]; snapshot: string | null }> {
  const setting = async (name: string): Promise<string> =>
    (await redis.run((connection) => connection.configGet(name)))[name] ?? '';
  const dir = await setting('dir');
  const folder = join(dir, await setting('appenddirname'));
  const manifest = join(folder, `${await setting('appendfilename')}.manifest`);
  const snapshot = join(dir, await setting('dbfilename'));
  if (!existsSync(manifest)) return { appendOnly: [], snapshot: null };
  const until = Date.now() + patienceMs;
  for (;;) {
    const named = await readFile(manifest, 'utf8');
    const names = await readdir(folder);
    const old = names.filter((name) => name.endsWith('.aof') && !named.includes(`file ${name} `));
    if (old.length === 0 || Date.now() > until)
      return {
        appendOnly: names.map((name) => join(folder, name)),
        snapshot: existsSync(snapshot) ? snapshot : null,
      };
    await delay(50);
  }
}
