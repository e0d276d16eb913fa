import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrderLog, type RebuildStep } from '@karigar/events';
import { filledPerson } from '@karigar/events/filling';
import { readable, table } from '../measuring/figure.ts';
import { startFilledRedis } from '../measuring/filled-redis.ts';
import { runOperator } from '../measuring/operator-run.ts';
import type { Bench } from './bench.ts';
import { whileOrdering } from './rebuild-in-open-shop.ts';

const steps: RebuildStep['step'][] = ['begun', 'batch', 'caught-up', 'fenced', 'swapped', 'cleaning'];
const writers = 48;
/** The writers decide which steps a run reaches; a step that is not reached is tried this often. */
const tries = 5;

/**
 * `rebuild-kills N`: for each step of a rebuild, in a shop of its own with N orders and writers that never pause: kills the
 * rebuild there, goes on with it to its end, and asks `verify` for differences. Throws when a step is never reached.
 */
export const rebuildKills: Bench = async ({ quick, args }) => {
  const orders = Number(args[0] ?? (quick ? 1_000 : 5_000));
  const rows = [];
  const total = { appends: 0, failedReads: 0, differences: 0 };
  for (const step of steps) {
    const { appends, reads, failedReads, seconds, longestPauseMs, verified } = await killAndGoOn(
      orders,
      step,
    );
    rows.push({
      'killed at': step,
      'appends meanwhile': appends,
      ...{ seconds, reads, 'failed reads': failedReads },
      'longest time without any order, ms': longestPauseMs,
      'differences (verify)': verified ? 'none' : 'SOME',
    });
    total.appends += appends;
    total.failedReads += failedReads;
    total.differences += verified ? 0 : 1;
    console.log(`  killed at "${step}", gone on with; ${total.appends} appends so far`);
  }
  return {
    title: 'Rebuilds killed at each step while writers never pause',
    values: total,
    tables: [
      table(
        `a shop with ${readable(orders)} orders per row; ${writers} writers; the killed rebuild (SIGKILL) is gone on with to its end`,
        rows,
      ),
    ],
    notes: [
      'The writers keep Redis and one core busy all the time, so the pauses are those of a machine without any room left.',
    ],
    wrong: total.differences + total.failedReads > 0 ? 'A rebuild did harm' : undefined,
  };
};

async function killAndGoOn(orders: number, step: RebuildStep['step']) {
  await using redis = await startFilledRedis(orders);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'karigar-kills-'));
  const log = await openOrderLog({ url: redis.url, name: 'bench-reader' });
  let [reads, failedReads, stopping] = [0, 0, false];
  const read = async () => {
    for (; !stopping; reads += 1)
      await log.orders({ limit: 5, uids: [filledPerson(1)] }).catch(() => {
        failedReads += 1;
      });
  };
  const start = performance.now();
  const { times, longestPauseMs } = await whileOrdering(redis.url, writers, 0, async () => {
    const reading = read();
    try {
      await killAt(redis.url, step);
      const [code] = await runRebuild(redis.url);
      if (code !== 0) throw new Error(`The rebuild after the kill ended with code ${code}`);
    } finally {
      stopping = true;
      await reading;
      await log.close();
    }
  });
  const seconds = (performance.now() - start) / 1_000;
  const { code, output } = await runOperator(redis.url, folder.path, ['verify']);
  if (code !== 0) console.log(output);
  return { appends: times.count, longestPauseMs, reads, failedReads, seconds, verified: code === 0 };
}

async function killAt(url: string, step: string): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const [, signal] = await runRebuild(url, step);
    if (signal === 'SIGKILL') return;
  }
  throw new Error(`No rebuild came to the step "${step}"`);
}

function runRebuild(url: string, killedAt = ''): Promise<[code: number | null, signal: string | null]> {
  const words = [join(import.meta.dirname, 'rebuild-to-kill.ts'), url, killedAt];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return once(child, 'close') as Promise<[number | null, string | null]>;
}
