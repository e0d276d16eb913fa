import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { redisKeys } from '@karigar/events';
import { table } from '../measuring/figure.ts';
import { startFilledRedis, withClient } from '../measuring/filled-redis.ts';
import { inTurns, pairCells } from '../measuring/in-turns.ts';
import { mustRunOperator } from '../measuring/operator-run.ts';
import type { Bench } from './bench.ts';

/** The operator's `verify` (read, check the chain, fold, compare) against reading the stream with XRANGE and nothing else. */
export const verify: Bench = async ({ quick }) => {
  const [rounds, orders] = quick ? [1, 5_000] : [5, 100_000];
  await using redis = await startFilledRedis(orders);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'karigar-verify-'));
  const events = await redis.events();
  const pair = await inTurns(rounds, [
    async () => ({ perSecond: events / (await plainReadSeconds(redis.url)) }),
    async () => ({ perSecond: events / (await mustRunOperator(redis.url, folder.path, ['verify'])).seconds }),
  ]);
  return {
    title: `Verifying ${events} events`,
    tables: [table('events per second', [{ orders, ...pairCells(pair, ['verify', 'plain XRANGE']) }])],
    notes: ['The time includes the start of its process.'],
  };
};

const plainReadSeconds = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const start = performance.now();
    for (let from: string | undefined = '-'; from !== undefined; ) {
      const page = await client.xRange(redisKeys.events, from, '+', { COUNT: 1000 });
      const last = page?.at(-1)?.id;
      from = last === undefined ? undefined : `(${last}`;
    }
    return (performance.now() - start) / 1_000;
  });
