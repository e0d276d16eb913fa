import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { newFilledKeys } from '@karigar/bff/filled-keys';
import { fillLog } from '@karigar/events/filling';
import { createClient } from 'redis';
import type { Child } from '../stack/child.ts';
import { freePort } from '../stack/free-port.ts';
import { projectRoot } from '../stack/places.ts';
import { startRedis } from '../stack/redis.ts';

/** A Redis with a filled log, with the project's own settings. */
export interface FilledRedis {
  url: string;
  port: number;
  pid: number;
  dir: string;
  /** Copies the keys of its persons into the data folder of a server that is not started yet. */
  copyKeys(dataDir: string): void;
  /** Ends it by SIGTERM and starts it again on its data; gives the milliseconds until it answers. */
  restart(): Promise<number>;
  /** Has the append-only file made as small as the data, and waits until the disk has it. */
  rewriteFile(): Promise<void>;
  stop(): Promise<void>;
}

/** How a filled Redis is made. */
interface FilledOptions {
  /** Where the folder of its files is made. */
  parent?: string;
  /** How many orders, the first ones, are finished. */
  finished?: number;
}

const kept = join(projectRoot, '.data', 'bench');

/**
 * Starts a Redis that holds `orders` orders. The first time it is filled through the append script and the result kept in
 * `.data/bench` (under the version of the events room); later runs load that.
 */
export async function startFilledRedis(
  orders: number,
  { parent = tmpdir(), finished = 0 }: FilledOptions = {},
): Promise<FilledRedis> {
  const snapshot = await keptSnapshot(orders, finished);
  const dir = mkdtempSync(join(parent, 'karigar-filled-'));
  copyFileSync(snapshot, join(dir, 'dump.rdb'));
  const port = await freePort();
  // An append-only file that does not exist yet would hide the snapshot: load first, then switch it on.
  const loader = await startRedisIn(dir, port, ['--appendonly', 'no']);
  await rewritten(port, (client) => client.configSet('appendonly', 'yes'));
  await loader.stop(60_000);
  rmSync(join(dir, 'dump.rdb'), { force: true });
  settleDisk();
  let child = await startRedisIn(dir, port, []);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    dir,
    copyKeys: (dataDir) => cpSync(keysOf(snapshot), dataDir, { recursive: true }),
    get pid() {
      return child.pid;
    },
    async restart() {
      await child.stop(60_000);
      const start = performance.now();
      child = await startRedisIn(dir, port, []);
      return performance.now() - start;
    },
    async rewriteFile() {
      await rewritten(port, (client) => client.bgRewriteAof());
      settleDisk();
    },
    async stop() {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Waits for the rewriting of the append-only file that `begin` begins. */
function rewritten(port: number, begin: (client: Client) => Promise<unknown>): Promise<void> {
  return withClient(port, async (client) => {
    await begin(client);
    while (/aof_rewrite_in_progress:1|aof_rewrite_scheduled:1/.test(await client.info('persistence'))) {
      await new Promise((next) => setTimeout(next, 100));
    }
  });
}

/** Writes everything to the disk: what is left would slow down the first flushes that are measured. */
function settleDisk(): void {
  execFileSync('sync');
}

/** Where the keys of a kept store lie, as a data folder has them. */
const keysOf = (snapshot: string): string => `${snapshot}.keys`;

async function keptSnapshot(orders: number, finished: number): Promise<string> {
  const version = execFileSync('git', ['rev-parse', '--short', 'HEAD:events/src'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const kind = finished === 0 ? '' : `-finished-${finished}`;
  const file = join(kept, `fill-${orders}${kind}-${version.trim()}.rdb`);
  if (existsSync(file)) return file;
  mkdirSync(kept, { recursive: true });
  const dir = mkdtempSync(join(tmpdir(), 'karigar-fill-'));
  const port = await freePort();
  const child = await startRedisIn(dir, port, ['--appendonly', 'no']);
  rmSync(keysOf(file), { recursive: true, force: true });
  const seal = await newFilledKeys(keysOf(file));
  try {
    const start = performance.now();
    const tell = (done: number) => {
      const seconds = (performance.now() - start) / 1000;
      console.log(`  filled ${done} of ${orders} orders, ${Math.round(done / seconds)} orders/s`);
    };
    const step = Math.max(10_000, orders / 10);
    await fillLog({
      url: `redis://127.0.0.1:${port}`,
      orders,
      finished,
      seal,
      onProgress: (done) => done % step === 0 && tell(done),
    });
    tell(orders);
    await withClient(port, (client) => client.sendCommand(['SAVE']));
    // The rename is atomic: a half-written snapshot never has the final name.
    copyFileSync(join(dir, 'dump.rdb'), `${file}.new`);
    renameSync(`${file}.new`, file);
  } finally {
    await child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  return file;
}

async function startRedisIn(dir: string, port: number, args: readonly string[]): Promise<Child> {
  return (await startRedis({ dir, port, args, logFile: join(dir, 'redis.log') })).child;
}

type Client = ReturnType<typeof createClient>;

/** Runs `work` with a plain client of the Redis at `port` of 127.0.0.1. */
export async function withClient<T>(port: number, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: `redis://127.0.0.1:${port}` });
  await client.connect();
  try {
    return await work(client as Client);
  } finally {
    client.destroy();
  }
}
