import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openOrderLog, type RebuildStep } from '@karigar/events';
import type { Bench } from './bench.ts';
import { keepFigure, readable } from './figure.ts';
import { type FilledRedis, startFilledRedis } from './filled-redis.ts';
import { runOperator } from './operator-run.ts';
import { startSteadyWriters } from './steady-writers.ts';

const steps: RebuildStep['step'][] = ['begun', 'batch', 'caught-up', 'fenced', 'swapped', 'cleaning'];
const writers = 48;
/** Which step a run comes to depends on the writers; a step that is not reached is tried this often. */
const tries = 5;

/**
 * `rebuild-kills N`: in a shop with N orders and writers that never pause, kills a rebuild at each of its steps, goes on with
 * it, and asks `verify` for differences in the end. Throws when a step is never reached.
 */
export const rebuildKills: Bench = async ({ quick, args }) => {
  const redis = await startFilledRedis(Number(args[0] ?? (quick ? 2_000 : 20_000)));
  const folder = mkdtempSync(join(tmpdir(), 'karigar-kills-'));
  try {
    const rows: (string | number)[][] = [];
    const total = { appends: 0, reads: 0, failedReads: 0, longestPauseMs: 0 };
    for (const step of steps) {
      const seen = await whileSaturated(redis, async () => {
        await killAt(redis, step);
        await finish(redis);
      });
      rows.push([step, seen.count, seen.reads, seen.failedReads, readable(seen.longestPauseMs)]);
      total.appends += seen.count;
      total.reads += seen.reads;
      total.failedReads += seen.failedReads;
      total.longestPauseMs = Math.max(total.longestPauseMs, seen.longestPauseMs);
      console.log(`  killed at "${step}", gone on with; ${total.appends} appends so far`);
    }
    const calm = await whileSaturated(redis, () => new Promise((done) => setTimeout(done, 5_000)));
    rows.push(['(no rebuild, 5 s)', calm.count, calm.reads, calm.failedReads, readable(calm.longestPauseMs)]);
    const verified = await runOperator(redis.url, folder, ['verify']);
    if (verified.code !== 0) console.log(verified.output);
    keepFigure({
      name: 'rebuild-kills',
      title: 'Rebuilds killed at each step while writers never pause',
      command: 'npm run bench -- rebuild-kills',
      quick,
      values: {
        ...total,
        calmPauseMs: calm.longestPauseMs,
        verifyCode: verified.code,
      },
      tables: [
        {
          title: `${writers} writers, each killed rebuild (SIGKILL) is gone on with to its end`,
          columns: [
            'killed at',
            'appends meanwhile',
            'reads',
            'failed reads',
            'longest time without any order, ms',
          ],
          rows,
        },
      ],
      notes: [verified.code === 0 ? 'verify found no difference.' : 'verify found differences.'],
    });
    if (verified.code !== 0 || total.failedReads > 0) throw new Error('A rebuild did harm');
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Writers and one reader that never pause, for as long as `work` takes. */
async function whileSaturated(redis: FilledRedis, work: () => Promise<unknown>) {
  const writing = await startSteadyWriters(redis.url, 'fill-tool-1', writers, 0);
  const log = await openOrderLog({ url: redis.url, name: 'bench-reader' });
  let [reads, failedReads, stopping] = [0, 0, false];
  const reading = (async () => {
    while (!stopping) {
      await log.orders({ limit: 5, email: 'fill-1@buyers.example' }).catch(() => {
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
