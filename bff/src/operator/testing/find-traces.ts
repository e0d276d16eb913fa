import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TestRedis } from '@karigar/events/testing';
import { expect } from 'vitest';
import { rawRedis } from '../../testing/raw-redis.ts';
import { type PersonalWords, traceSearch } from './trace-search.ts';

/** A file in which words were found, and which of them. */
interface Trace {
  path: string;
  found: readonly string[];
}

/**
 * Searches everything that a shop keeps for words of a person: has Redis write its append-only file anew as plain commands, then reads every file of
 * Redis and of the given folders, unpacked where it is packed.
 */
export async function findTraces(
  redis: TestRedis,
  folders: readonly string[],
  words: PersonalWords,
): Promise<readonly Trace[]> {
  await rewriteAsCommands(redis.url);
  const begin = traceSearch(words);
  const traces: Trace[] = [];
  for (const folder of [redis.dir, ...folders])
    for (const path of await filesIn(folder)) {
      // A draft of the archive may be renamed meanwhile.
      const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (bytes === null) continue;
      const search = begin();
      search.take(Buffer.from(`${path}\n`));
      search.take(bytes);
      if (path.endsWith('.gz')) search.take(gunzipSync(bytes));
      if (search.found.size > 0) traces.push({ path, found: [...search.found] });
    }
  return traces;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** What was removed stays in an append-only file until it is rewritten; the usual packed form cannot be searched. */
async function rewriteAsCommands(url: string): Promise<void> {
  const redis = await rawRedis(url);
  try {
    await redis.configSet('aof-use-rdb-preamble', 'no');
    const state = () => redis.info('persistence');
    const idle = /aof_rewrite_in_progress:0[\s\S]*aof_rewrite_scheduled:0/;
    // A rewrite that runs already began with what was there before.
    await expect.poll(state, { timeout: 20_000 }).toMatch(idle);
    await redis.bgRewriteAof();
    await expect.poll(state, { timeout: 20_000 }).toMatch(idle);
    expect(await state()).toContain('aof_last_bgrewrite_status:ok');
  } finally {
    redis.destroy();
  }
}
