import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FigureTable, keepFigure, readable } from '../measuring/figure.ts';
import { startFilledRedis, withClient } from '../measuring/filled-redis.ts';
import { mustRunOperator as mustRun, type OperatorRun } from '../measuring/operator-run.ts';
import { usedMemory } from '../measuring/redis-memory.ts';
import { memoryDir } from '../stack/memory-dir.ts';
import { startRedis } from '../stack/redis.ts';
import type { Bench } from './bench.ts';
import { type OpenRebuild, ordering, rebuildInOpenShop, stallMs } from './rebuild-in-open-shop.ts';

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
  const redis = await startFilledRedis(orders);
  const folder = mkdtempSync(join(tmpdir(), 'karigar-operators-'));
  try {
    const bytesPerOrder = (await usedMemory(redis.port)) / orders;
    const diskPerOrder = folderBytes(redis.dir) / orders;
    const calmMs = quick ? 1500 : 10_000;
    const open = await rebuildInOpenShop(redis, folder, calmMs, ordering.aHundredPerSecond);
    // A second rebuild would take the file over the size at which Redis rewrites it, which no rebuild on its own does.
    await redis.rewriteFile();
    const rebuild = await rebuildInOpenShop(redis, folder, calmMs, ordering.withoutAPause);
    const events = await withClient(redis.port, (client) => client.xLen('{o}:ev'));
    const verify = await mustRun(redis.url, folder, ['verify']);
    const stats = await mustRun(redis.url, folder, ['stats']);
    const backup = join(folder, 'backup');
    const exported = await mustRun(redis.url, folder, ['export', backup]);
    const backupBytes = folderBytes(backup);
    const imported = await importInto(folder, backup);
    const restartSeconds = (await redis.restart()) / 1000;
    const inMemory = await rebuildInMemory(orders, folder, calmMs);
    const row = (name: string, run: OperatorRun, note: string) => [
      name,
      readable(run.seconds),
      readable(events / run.seconds),
      readable(run.peakBytes / megabyte),
      note,
    ];
    keepFigure({
      name: 'operators',
      title: `The operator’s work in a shop with ${readable(orders)} orders and ${readable(events)} events`,
      command: `npm run bench -- operators ${orders}`,
      quick,
      values: {
        orders,
        openInUseSeconds: open.inUseSeconds,
        openRebuildSeconds: open.run.seconds,
        openPerSecond: open.during.count / open.run.seconds,
        inUseSeconds: rebuild.inUseSeconds,
        rebuildSeconds: rebuild.run.seconds,
        perSecond: rebuild.during.count / rebuild.run.seconds,
        writePauseMs: rebuild.during.longestPauseMs,
        calmPauseMs: rebuild.calm.longestPauseMs,
        ...(inMemory && { memoryPauseMs: inMemory.during.longestPauseMs }),
        verifySeconds: verify.seconds,
        exportSeconds: exported.seconds,
        importSeconds: imported.seconds,
        restartSeconds,
        bytesPerOrder,
        peakMegabytes:
          Math.max(...[open.run, rebuild.run, verify, exported, imported].map((run) => run.peakBytes)) /
          megabyte,
      },
      tables: [
        {
          title: 'Commands',
          columns: ['command', 'seconds', 'events/s', 'peak memory MB', ''],
          rows: [
            row('rebuild, shop open', open.run, whatCame(open)),
            row('rebuild, eight people without a pause', rebuild.run, whatCame(rebuild)),
            ...(inMemory === null
              ? []
              : [row('the same, Redis’s files in memory', inMemory.run, whatCame(inMemory))]),
            row('verify', verify, ''),
            row('stats', stats, ''),
            row('export', exported, `${readable(backupBytes / megabyte)} MB`),
            row('import into an empty Redis', imported, 'checked, written, models built, verified'),
            ['restart of Redis', readable(restartSeconds), '', '', ''],
          ],
        },
        {
          title: 'What people who order notice',
          columns: ['', 'orders', 'p99 ms', 'longest ms', 'longest time without any order, ms'],
          rows: [
            ...noticed(', shop open', open),
            ...noticed(', without a pause', rebuild),
            ...(inMemory === null ? [] : noticed(', Redis’s files in memory', inMemory)),
          ],
        },
        stallsTable('', rebuild),
        ...(inMemory === null ? [] : [stallsTable(', Redis’s files in memory', inMemory)]),
        {
          title: 'Room',
          columns: ['', 'bytes per order'],
          rows: [
            ['memory of Redis', readable(bytesPerOrder)],
            ['append-only file', readable(diskPerOrder)],
          ],
        },
      ],
      notes: ['Times include the start of the command’s own process.'],
    });
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What the rebuild itself adds, without the disk; null when this machine has not enough memory for files. */
async function rebuildInMemory(orders: number, folder: string, calmMs: number): Promise<OpenRebuild | null> {
  const parent = memoryDir(orders * roomPerOrder);
  if (parent === null) return null;
  const redis = await startFilledRedis(orders, { parent });
  try {
    return await rebuildInOpenShop(redis, folder, calmMs, ordering.withoutAPause);
  } finally {
    await redis.stop();
  }
}

function whatCame({ inUseSeconds, during }: OpenRebuild): string {
  return `in use after ${readable(inUseSeconds)} s, then the old ones removed; ${during.count} orders meanwhile`;
}

function noticed(where: string, { calm, during }: OpenRebuild): (string | number)[][] {
  const row = (when: string, { count, p99Ms, longestMs, longestPauseMs }: OpenRebuild['calm']) => [
    `${when}${where}`,
    count,
    readable(p99Ms),
    readable(longestMs),
    readable(longestPauseMs),
  ];
  return [row('before', calm), row('during the rebuild', during)];
}

function stallsTable(where: string, { stalls }: OpenRebuild): FigureTable {
  return {
    title: `What kept Redis busy for more than ${stallMs} ms during the rebuild without a pause${where}`,
    columns: ['by its own latency monitor', 'seconds in which it came', 'longest ms'],
    rows: stalls.map(({ event, seconds, longestMs }) => [event, seconds, longestMs]),
  };
}

async function importInto(folder: string, backup: string): Promise<OperatorRun> {
  const empty = await startRedis({ dir: join(folder, 'empty'), logFile: join(folder, 'empty.log') });
  try {
    return await mustRun(empty.url, join(folder, 'restored'), ['import', '--yes', backup]);
  } finally {
    await empty.child.stop();
  }
}

function folderBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}
