import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareRedis } from '../faults/redis-process.ts';
import type { Bench } from './bench.ts';
import { keepFigure, readable } from './figure.ts';
import { type FilledRedis, startFilledRedis, withClient } from './filled-redis.ts';
import { type OperatorRun, runOperator } from './operator-run.ts';
import { readStalls, watchStalls } from './redis-stalls.ts';
import { startSteadyWriters } from './steady-writers.ts';

const megabyte = 2 ** 20;
/** Stalls of Redis that are worth naming beside a promise of 50 ms. */
const stallMs = 20;

/**
 * `operators N`: what the operator's work costs in a shop with N orders: rebuild while people order, verify, replay,
 * export, import, restart; time and memory of each, and bytes per order.
 */
export const operators: Bench = async ({ quick, args }) => {
  const orders = Number(args[0] ?? (quick ? 5_000 : 1_000_000));
  const redis = await startFilledRedis(orders);
  const folder = mkdtempSync(join(tmpdir(), 'karigar-operators-'));
  try {
    const bytesPerOrder = (await usedMemory(redis)) / orders;
    const diskPerOrder = folderBytes(redis.dir) / orders;
    const calm = await whileOrdering(redis, () => pause(quick ? 1500 : 10_000));
    await watchStalls(redis.port, stallMs);
    const rebuild = await whileOrdering(redis, () =>
      mustRun(redis.url, folder, ['rebuild', '--json', '--grace-seconds', '0', '--why', 'measured']),
    );
    const stalls = await readStalls(redis.port);
    const inUseSeconds = Number(rebuild.result.output.match(/"seconds": ([\d.]+)/)?.[1]);
    const events = await withClient(redis.port, (client) => client.xLen('{o}:ev'));
    const verify = await mustRun(redis.url, folder, ['verify']);
    const replay = await mustRun(redis.url, folder, ['replay']);
    const stats = await mustRun(redis.url, folder, ['stats']);
    const backup = join(folder, 'backup.ndjson.gz');
    const exported = await mustRun(redis.url, folder, ['export', backup]);
    const backupBytes = statSync(backup).size;
    const imported = await importInto(folder, backup);
    const restartSeconds = (await redis.restart()) / 1000;
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
        inUseSeconds,
        rebuildSeconds: rebuild.result.seconds,
        writePauseMs: rebuild.seen.longestPauseMs,
        calmPauseMs: calm.seen.longestPauseMs,
        verifySeconds: verify.seconds,
        replayEventsPerSecond: events / replay.seconds,
        exportSeconds: exported.seconds,
        importSeconds: imported.seconds,
        restartSeconds,
        bytesPerOrder,
        peakMegabytes:
          Math.max(...[rebuild.result, verify, replay, exported, imported].map((run) => run.peakBytes)) /
          megabyte,
      },
      tables: [
        {
          title: 'Commands',
          columns: ['command', 'seconds', 'events/s', 'peak memory MB', ''],
          rows: [
            row(
              'rebuild, while people order',
              rebuild.result,
              `in use after ${readable(inUseSeconds)} s, then the old ones removed; ${rebuild.seen.count} orders meanwhile`,
            ),
            row('verify', verify, ''),
            row('replay', replay, ''),
            row('stats', stats, ''),
            row('export', exported, `${readable(backupBytes / megabyte)} MB`),
            row('import into an empty Redis', imported, 'file checked, written, models built, verified'),
            ['restart of Redis', readable(restartSeconds), '', '', ''],
          ],
        },
        {
          title: 'What people who order notice',
          columns: ['', 'orders', 'p99 ms', 'longest ms', 'longest time without any order, ms'],
          rows: [
            ['before', calm.seen],
            ['during the rebuild', rebuild.seen],
          ].map(([when, seen]) => {
            const { count, p99Ms, longestMs, longestPauseMs } = seen as typeof calm.seen;
            return [String(when), count, readable(p99Ms), readable(longestMs), readable(longestPauseMs)];
          }),
        },
        {
          title: `What kept Redis busy for more than ${stallMs} ms during the rebuild`,
          columns: ['by its own latency monitor', 'seconds in which it came', 'longest ms'],
          rows: stalls.map(({ event, seconds, longestMs }) => [event, seconds, longestMs]),
        },
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

async function whileOrdering<T>(redis: FilledRedis, work: () => Promise<T>) {
  const writers = await startSteadyWriters(redis.url, 'fill-tool-1', 8, 2);
  try {
    const result = await work();
    return { result, seen: writers.seen() };
  } finally {
    await writers.stop();
  }
}

async function mustRun(redisUrl: string, folder: string, args: string[]): Promise<OperatorRun> {
  console.log(`  ${args[0]} …`);
  const run = await runOperator(redisUrl, folder, args);
  if (run.code !== 0) throw new Error(`${args.join(' ')} ended with code ${run.code}:\n${run.output}`);
  return run;
}

async function importInto(folder: string, backup: string): Promise<OperatorRun> {
  const empty = await prepareRedis({ dir: join(folder, 'empty'), logFile: join(folder, 'empty.log') });
  await empty.start();
  try {
    return await mustRun(`redis://127.0.0.1:${empty.port}`, join(folder, 'restored'), [
      'import',
      '--yes',
      backup,
    ]);
  } finally {
    await empty.stop();
  }
}

async function usedMemory(redis: FilledRedis): Promise<number> {
  const info = await withClient(redis.port, (client) => client.info('memory'));
  return Number(info.match(/^used_memory:(\d+)/m)?.[1]);
}

function folderBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}
