import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScanConnection } from '@karigar/events';
import type { Trace } from './file-traces.ts';
import type { PlaceSearch } from './trace-search.ts';

const perRead = 1_000;

/** Searches every key of Redis, name and value; `onKey` is told each. */
export async function* keyTraces(
  redis: ScanConnection,
  begin: () => PlaceSearch,
  onKey: () => void,
): AsyncGenerator<Trace> {
  for await (const keys of redis.scanStream({ count: perRead }) as AsyncIterable<string[]>)
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
async function* valuesOf(redis: ScanConnection, key: string): AsyncGenerator<readonly string[]> {
  switch (await redis.type(key)) {
    case 'string':
      yield [(await redis.get(key)) ?? ''];
      return;
    case 'hash':
      yield* redis.hscanStream(key, { count: perRead });
      return;
    case 'zset':
      yield* redis.zscanStream(key, { count: perRead });
      return;
    case 'set':
      yield* redis.sscanStream(key, { count: perRead });
      return;
    case 'list':
      yield await redis.lrange(key, 0, -1);
      return;
    case 'stream':
      for (let from = '-'; ; ) {
        const entries = await redis.xrange(key, from, '+', 'COUNT', perRead);
        if (entries.length === 0) return;
        yield entries.flatMap(([, fields]) => fields);
        from = `(${entries.at(-1)?.[0]}`;
      }
  }
}

const patienceMs = 10_000;

/**
 * Lists the files of an append-only file that was just written anew, once Redis has removed those before it, and the snapshot beside it. Empty where they
 * cannot be read from here, as on another machine.
 */
export async function redisFiles(
  redis: ScanConnection,
): Promise<{ appendOnly: string[]; snapshot: string | null }> {
  const setting = async (name: string): Promise<string> =>
    String(((await redis.config('GET', name)) as string[])[1] ?? '');
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
