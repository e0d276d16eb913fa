import { mkdtempDisposableSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readable, table } from '../measuring/figure.ts';
import { startFilledRedis, usedMemory } from '../measuring/filled-redis.ts';
import { mustRunOperator, type OperatorRun } from '../measuring/operator-run.ts';
import { memoryDir } from '../stack/memory-dir.ts';
import { startRedis } from '../stack/redis.ts';
import type { Bench } from './bench.ts';
import {
  commandRow,
  type OpenRebuild,
  ordering,
  rebuildInOpenShop,
  stallMs,
  whatCame,
} from './rebuild-in-open-shop.ts';

const megabyte = 2 ** 20;
/** Room for the files of a Redis with one order while it is rebuilt (bytes). */
const roomPerOrder = 8 * 1024;

/**
 * `operators N`: what the operator's work costs in a shop with N orders: rebuild while a hundred orders a second come and
 * while people order without a pause, verify, export, import, restart; time and memory of each, and
 * bytes per order.
 */
export const operators: Bench = async ({ quick, args }) => {
  const orders = Number(args[0] ?? (quick ? 5_000 : 1_000_000));
  const calmMs = quick ? 1_500 : 10_000;
  await using redis = await startFilledRedis(orders);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'karigar-operators-'));
  const run = (...words: string[]) => mustRunOperator(redis.url, folder.path, words);
  const bytesPerOrder = (await usedMemory(redis.url)) / orders;
  const diskPerOrder = folderBytes(redis.dir) / orders;
  const open = await rebuildInOpenShop(redis, folder.path, calmMs, ordering.aHundredPerSecond);
  // A second rebuild would take the file over the size at which Redis rewrites it, which no rebuild on its own does.
  await redis.rewriteFile();
  const rebuild = await rebuildInOpenShop(redis, folder.path, calmMs, ordering.withoutAPause);
  const events = await redis.events();
  const verify = await run('verify');
  const backup = join(folder.path, 'backup');
  const exported = await run('export', backup);
  const imported = await restoreInto(folder.path, backup);
  const restartSeconds = (await redis.restart()) / 1_000;
  const inMemory = await rebuildInMemory(orders, folder.path, calmMs);
  const rebuilds = {
    'rebuild, shop open': open,
    'rebuild, eight people without a pause': rebuild,
    ...(inMemory && { 'the same, Redis’s files in memory': inMemory }),
  };
  const peak = Math.max(...[open.run, rebuild.run, verify, exported, imported].map((one) => one.peakBytes));
  return {
    title: `The operator’s work in a shop with ${readable(orders)} orders and ${readable(events)} events`,
    values: {
      orders,
      openInUseSeconds: open.inUseSeconds,
      openPerSecond: open.during.times.count / open.run.seconds,
      inUseSeconds: rebuild.inUseSeconds,
      perSecond: rebuild.during.times.count / rebuild.run.seconds,
      writePauseMs: rebuild.during.longestPauseMs,
      calmPauseMs: rebuild.calm.longestPauseMs,
      ...(inMemory && { memoryPauseMs: inMemory.during.longestPauseMs }),
      verifySeconds: verify.seconds,
      bytesPerOrder,
      peakMegabytes: peak / megabyte,
    },
    tables: [
      table('Commands', [
        ...Object.entries(rebuilds).map(([name, one]) => commandRow(name, one.run, events, whatCame(one))),
        commandRow('verify', verify, events),
        commandRow('export', exported, events, `${readable(folderBytes(backup) / megabyte)} MB`),
        commandRow(
          'import into an empty Redis',
          imported,
          events,
          'checked, written, models built, verified',
        ),
        { command: 'restart of Redis', seconds: restartSeconds },
      ]),
      table('What people who order notice', Object.entries(rebuilds).flatMap(noticed)),
      table(
        `What kept Redis busy for more than ${stallMs} ms during the rebuild, by its own latency monitor`,
        Object.entries(rebuilds).flatMap(([during, { stalls }]) =>
          stalls.map(({ event, seconds, longestMs }) => ({
            ...{ during, event, 'seconds in which it came': seconds, 'longest ms': longestMs },
          })),
        ),
      ),
      table('Room', [
        { '': 'memory of Redis', 'bytes per order': bytesPerOrder },
        { '': 'append-only file', 'bytes per order': diskPerOrder },
      ]),
    ],
    notes: ['Times include the start of the command’s own process.'],
  };
};

/** What the rebuild itself adds, without the disk; null when this machine has not enough memory for files. */
async function rebuildInMemory(orders: number, folder: string, calmMs: number): Promise<OpenRebuild | null> {
  const parent = memoryDir(orders * roomPerOrder);
  if (parent === null) return null;
  await using redis = await startFilledRedis(orders, { parent });
  return await rebuildInOpenShop(redis, folder, calmMs, ordering.withoutAPause);
}

const noticed = ([name, { calm, during }]: [string, OpenRebuild]) =>
  Object.entries({ [`before: ${name}`]: calm, [name]: during }).map(([when, { times, longestPauseMs }]) => ({
    ...{ '': when, orders: times.count, ...times.cells },
    'longest time without any order, ms': longestPauseMs,
  }));

/** Restores an archive at an address or in a folder into an empty Redis below `folder`. */
export async function restoreInto(folder: string, archive: string): Promise<OperatorRun> {
  const { child, url } = await startRedis({ dir: join(folder, 'empty'), logFile: join(folder, 'empty.log') });
  try {
    return await mustRunOperator(url, join(folder, 'restored'), [
      'import',
      archive,
      '--yes',
      '--why',
      'test',
    ]);
  } finally {
    await child.stop();
  }
}

function folderBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}
