import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { newFilledKeys } from '@karigar/bff/filled-keys';
import { redisKeys } from '@karigar/events';
import { fillLog } from '@karigar/events/filling';
import { createClient } from 'redis';
import { freePort } from '../stack/free-port.ts';
import { openWhole, type Whole } from '../stack/open-whole.ts';
import { projectRoot } from '../stack/places.ts';
import { startRedis } from '../stack/redis.ts';

/** A Redis with a filled log, with the project's own settings. */
export interface FilledRedis {
  url: string;
  dir: string;
  /** Copies the keys of its persons into the data folder of a server that is not started yet. */
  copyKeys(dataDir: string): void;
  /** How many events are in its stream. */
  events(): Promise<number>;
  /** Ends it by SIGTERM and starts it again on its data; gives the milliseconds until it answers. */
  restart(): Promise<number>;
  /** Has the append-only file made as small as the data, and waits until the disk has it. */
  rewriteFile(): Promise<void>;
}

/** How a filled Redis is made. */
interface FilledOptions {
  /** Where the folder of its files is made. */
  parent?: string;
  /** How many orders, the first ones, are finished. */
  finished?: number;
}

const kept = join(projectRoot, '.data', 'bench');
const withoutFile = ['--appendonly', 'no'];

/**
 * Starts a Redis that holds `orders` orders. The first time it is filled through the append script and the result kept in
 * `.data/bench` (under the version of the events room); later runs load that.
 */
export async function startFilledRedis(
  orders: number,
  { parent = tmpdir(), finished = 0 }: FilledOptions = {},
): Promise<Whole<FilledRedis>> {
  const snapshot = await keptSnapshot(orders, finished);
  return openWhole(async (undo) => {
    const { path: dir } = undo.use(mkdtempDisposableSync(join(parent, 'karigar-filled-')));
    copyFileSync(snapshot, join(dir, 'dump.rdb'));
    const port = await freePort();
    const start = async (args: readonly string[] = []) =>
      (await startRedis({ dir, port, args, logFile: join(dir, 'redis.log') })).child;
    const url = `redis://127.0.0.1:${port}`;
    // An append-only file that does not exist yet would hide the snapshot: load first, then switch it on.
    const loader = await start(withoutFile);
    await rewritten(url, (client) => client.configSet('appendonly', 'yes'));
    await loader.stop(60_000);
    rmSync(join(dir, 'dump.rdb'), { force: true });
    settleDisk();
    let child = await start();
    undo.defer(() => child.stop());
    return {
      url,
      dir,
      copyKeys: (dataDir) => cpSync(keysOf(snapshot), dataDir, { recursive: true }),
      events: () => withClient(url, (client) => client.xLen(redisKeys.events)),
      async restart() {
        await child.stop(60_000);
        const begun = performance.now();
        child = await start();
        return performance.now() - begun;
      },
      async rewriteFile() {
        await rewritten(url, (client) => client.bgRewriteAof());
        settleDisk();
      },
    };
  });
}

/** Waits for the rewriting of the append-only file that `begin` begins. */
function rewritten(url: string, begin: (client: RedisClient) => Promise<unknown>): Promise<void> {
  return withClient(url, async (client) => {
    await begin(client);
    while (/aof_rewrite_in_progress:1|aof_rewrite_scheduled:1/.test(await client.info('persistence')))
      await pause(100);
  });
}

/** Writes everything to the disk: what is left would slow down the first flushes that are measured. */
function settleDisk(): void {
  execFileSync('sync');
}

/** Where the keys of a kept store lie, as a data folder has them. */
const keysOf = (snapshot: string): string => `${snapshot}.keys`;

async function keptSnapshot(orders: number, finished: number): Promise<string> {
  const words = ['rev-parse', '--short', 'HEAD:events/src'];
  const version = execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' }).trim();
  const kind = finished === 0 ? '' : `-finished-${finished}`;
  const file = join(kept, `fill-${orders}${kind}-${version}.rdb`);
  if (existsSync(file)) return file;
  mkdirSync(kept, { recursive: true });
  await using undo = new AsyncDisposableStack();
  const { path: dir } = undo.use(mkdtempDisposableSync(join(tmpdir(), 'karigar-fill-')));
  const { child, url } = await startRedis({ dir, args: withoutFile, logFile: join(dir, 'redis.log') });
  undo.defer(() => child.stop());
  rmSync(keysOf(file), { recursive: true, force: true });
  const seal = await newFilledKeys(keysOf(file));
  const start = performance.now();
  const step = Math.max(10_000, orders / 10);
  const onProgress = (done: number) => {
    if (done % step !== 0 && done !== orders) return;
    const perSecond = Math.round((done * 1_000) / (performance.now() - start));
    console.log(`  filled ${done} of ${orders} orders, ${perSecond} orders/s`);
  };
  await fillLog({ url, orders, finished, seal, onProgress });
  await withClient(url, (client) => client.sendCommand(['SAVE']));
  // The rename is atomic: a half-written snapshot never has the final name.
  copyFileSync(join(dir, 'dump.rdb'), `${file}.new`);
  renameSync(`${file}.new`, file);
  return file;
}

/** A plain client of a Redis. */
export type RedisClient = ReturnType<typeof createClient>;

/** Runs `work` with a plain client of a Redis. */
export async function withClient<T>(url: string, work: (client: RedisClient) => Promise<T>): Promise<T> {
  const client = createClient({ url });
  await client.connect();
  try {
    return await work(client as RedisClient);
  } finally {
    client.destroy();
  }
}

/** Reads what a Redis has taken of memory for its data and for itself (bytes). */
export const usedMemory = (url: string): Promise<number> =>
  withClient(url, async (client) => Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]));
