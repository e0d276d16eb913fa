import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openOrderLog, type RebuildStep } from '@karigar/events';
import { filledPerson } from '@karigar/events/filling';
import { keepFigure, readable } from '../measuring/figure.ts';
import { type FilledRedis, startFilledRedis } from '../measuring/filled-redis.ts';
import { runOperator } from '../measuring/operator-run.ts';
import type { Bench } from './bench.ts';
import { startSteadyWriters } from './steady-writers.ts';

const steps: RebuildStep['step'][] = ['begun', 'batch', 'caught-up', 'fenced', 'swapped', 'cleaning'];
const writers = 48;
/** The writers decide which steps a run reaches; a step that is not reached is tried this often. */
const tries = 5;

/**
 * `rebuild-kills N`: for each step of a rebuild, in a shop of its own with N orders and writers that never pause: kills the
 * rebuild there, goes on with it to its end, and asks `verify` for differences. Throws when a step is never reached, and
 * on any harm.
 */
export const rebuildKills: Bench = async ({ quick, args }) => {
  const orders = Number(args[0] ?? (quick ? 1_000 : 5_000));
  const rows: (string | number)[][] = [];
  const total = { appends: 0, reads: 0, failedReads: 0, longestPauseMs: 0, differences: 0 };
  for (const step of steps) {
    const seen = await killAndGoOn(orders, step);
    rows.push([
      step,
      seen.count,
      readable(seen.seconds),
      seen.reads,
      seen.failedReads,
      readable(seen.longestPauseMs),
      seen.verified ? 'none' : 'SOME',
    ]);
    total.appends += seen.count;
    total.reads += seen.reads;
    total.failedReads += seen.failedReads;
    total.longestPauseMs = Math.max(total.longestPauseMs, seen.longestPauseMs);
    total.differences += seen.verified ? 0 : 1;
    console.log(`  killed at "${step}", gone on with; ${total.appends} appends so far`);
  }
  keepFigure({
    name: 'rebuild-kills',
    title: 'Rebuilds killed at each step while writers never pause',
    command: 'npm run bench -- rebuild-kills',
    quick,
    values: total,
    tables: [
      {
        title: `a shop with ${readable(orders)} orders per row; ${writers} writers; the killed rebuild (SIGKILL) is gone on with to its end`,
        columns: [
          'killed at',
          'appends meanwhile',
          'seconds',
          'reads',
          'failed reads',
          'longest time without any order, ms',
          'differences (verify)',
        ],
        rows,
      },
    ],
    notes: [
      'The writers keep Redis and one core busy all the time, so the pauses are those of a machine without any room left.',
    ],
  });
  if (total.differences + total.failedReads > 0) throw new Error('A rebuild did harm');
};

async function killAndGoOn(orders: number, step: RebuildStep['step']) {
  const redis = await startFilledRedis(orders);
  const folder = mkdtempSync(join(tmpdir(), 'karigar-kills-'));
  try {
    const start = performance.now();
    const seen = await whileSaturated(redis, async () => {
      await killAt(redis, step);
      await finish(redis);
    });
    const seconds = (performance.now() - start) / 1000;
    const verified = await runOperator(redis.url, folder, ['verify']);
    if (verified.code !== 0) console.log(verified.output);
    return { ...seen, seconds, verified: verified.code === 0 };
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writers and one reader that never pause, for as long as `work` takes. */
async function whileSaturated(redis: FilledRedis, work: () => Promise<unknown>) {
  const writing = await startSteadyWriters(redis.url, 'fill-tool-1', writers, 0);
  const log = await openOrderLog({ url: redis.url, name: 'bench-reader' });
  let [reads, failedReads, stopping] = [0, 0, false];
  const reading = (async () => {
    while (!stopping) {
      await log.orders({ limit: 5, uids: [filledPerson(1)] }).catch(() => {
        failedReads += 1;
      });
      reads += 1;
    }
  })();
  try {
    await work();
    return { ...writing.seen(), reads, failedReads };
  } finally {
    stopping = true;
    await reading;
    await writing.stop();
    await log.close();
  }
}

async function killAt(redis: FilledRedis, step: string): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    if ((await runRebuild(redis, step)) === 'SIGKILL') return;
  }
  throw new Error(`No rebuild came to the step "${step}"`);
}

async function finish(redis: FilledRedis): Promise<void> {
  const end = await runRebuild(redis, '');
  if (end !== 0) throw new Error(`The rebuild after the kill ended with ${end}`);
}

function runRebuild({ url }: FilledRedis, killedAt: string): Promise<number | string | null> {
  const file = fileURLToPath(new URL('rebuild-to-kill.ts', import.meta.url));
  const child = spawn(process.execPath, [file, url, killedAt], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((done) => child.once('close', (code, signal) => done(signal ?? code)));
}
