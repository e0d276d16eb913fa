import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { keepFigure, pairRow } from '../measuring/figure.ts';
import { startFilledRedis, withClient } from '../measuring/filled-redis.ts';
import { runOperator } from '../measuring/operator-run.ts';
import { pairedRounds } from '../measuring/paired-rounds.ts';
import type { Bench } from './bench.ts';

/** The operator's `verify` (read, check the chain, fold, compare) against reading the stream with XRANGE and nothing else. */
export const verify: Bench = async ({ quick }) => {
  const orders = quick ? 5_000 : 100_000;
  const redis = await startFilledRedis(orders);
  const folder = mkdtempSync(join(tmpdir(), 'karigar-verify-'));
  try {
    const events = await withClient(redis.port, (client) => client.xLen('{o}:ev'));
    const pair = await pairedRounds({
      rounds: quick ? 1 : 5,
      async ours() {
        const run = await runOperator(redis.url, folder, ['verify']);
        if (run.code !== 0) throw new Error(`verify ended with code ${run.code}:\n${run.output}`);
        return events / run.seconds;
      },
      yardstick: () => plainRead(redis.port, events),
    });
    keepFigure({
      name: 'verify',
      title: `Verifying ${events} events`,
      command: 'npm run bench -- verify',
      quick,
      values: { eventsPerSecond: pair.ours, ratio: pair.ratio },
      tables: [
        {
          title: 'events per second',
          columns: ['', 'verify', 'plain XRANGE', 'ratio', '± ratio'],
          rows: [pairRow(`${orders} orders`, pair)],
        },
      ],
      notes: ['The time includes the start of its process.'],
    });
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

function plainRead(port: number, events: number): Promise<number> {
  return withClient(port, async (client) => {
    const start = performance.now();
    for (let from = '-', read = 0; read < events; ) {
      const page = (await client.xRange('{o}:ev', from, '+', { COUNT: 1000 })) ?? [];
      read += page.length;
      from = `(${page.at(-1)?.id}`;
    }
    return events / ((performance.now() - start) / 1000);
  });
}
