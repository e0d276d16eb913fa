import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { redisKeys } from '@karigar/events';
import { keepFigure, pairRow, readable } from '../measuring/figure.ts';
import { type FilledRedis, startFilledRedis, withClient } from '../measuring/filled-redis.ts';
import { withShop } from '../measuring/measured-shop.ts';
import { mustRunOperator as mustRun, type OperatorRun } from '../measuring/operator-run.ts';
import { memoryByKind, usedMemory } from '../measuring/redis-memory.ts';
import { percentile } from '../measuring/statistics.ts';
import { startRedis } from '../stack/redis.ts';
import { untilArchived } from './archive-lag.ts';
import { ordersInTurns } from './archived-orders.ts';
import type { Bench } from './bench.ts';
import { ordering, rebuildInOpenShop } from './rebuild-in-open-shop.ts';

const megabyte = 2 ** 20;
/** The first archive of a large shop takes some minutes (ms). */
const firstArchiveMs = 1_800_000;
const buyers = 50;

/**
 * `archive N`: a shop with N orders, nine tenths of them old and finished. An open server writes its archive into a folder, and their events leave Redis.
 * Measured are the memory of Redis before and after; verify, rebuild and restore of the whole log; orders in turns with the same shop as it was
 * before, without an archive; and how far the archive is behind while orders come without a pause.
 */
export const archive: Bench = async ({ quick, args }) => {
  const orders = Number(args[0] ?? (quick ? 5_000 : 1_000_000));
  const filling = { finished: Math.floor(orders * 0.9) };
  const redis = await startFilledRedis(orders, filling);
  const folder = mkdtempSync(join(tmpdir(), 'karigar-archive-'));
  const objects = join(folder, 'objects');
  mkdirSync(objects);
  const address = pathToFileURL(objects).href;
  const env = { OBJECTS_URL: address };
  try {
    const bytesBefore = (await usedMemory(redis.port)) / orders;
    await skipIndex(redis);
    const opened = performance.now();
    await withShop({ filled: redis, buyers, tools: 8, env }, async (shop) => {
      await untilArchived(redis.port, firstArchiveMs);
      const archiveSeconds = (performance.now() - opened) / 1_000;
      const { dataDir } = shop.stack;
      const run = (...words: string[]) => mustRun(redis.url, dataDir, words, env);
      const events = await lengthOf(redis);
      const trim = await run('trim', '--older-than', '0d', '--yes', '--why', 'memory');
      const gone = events - (await lengthOf(redis));
      const bytes = (await usedMemory(redis.port)) / orders;
      const kinds = await memoryByKind(redis.port);
      const verify = await run('verify');
      const calmMs = quick ? 1_000 : 5_000;
      const rebuild = await rebuildInOpenShop(redis, dataDir, calmMs, ordering.aHundredPerSecond, env);
      await redis.rewriteFile();
      const restore = await restoreInto(folder, address);
      const placed = await withPlainShop(orders, filling, (plain) =>
        ordersInTurns({ shop, port: redis.port }, plain, {
          rounds: quick ? 1 : 16,
          seconds: quick ? 2 : 12,
          lagSeconds: quick ? 12 : 60,
        }),
      );
      const lagP99 = percentile(placed.lags, 0.99) / 1_000;
      const row = (name: string, { seconds, peakBytes }: OperatorRun, note: string) => [
        name,
        readable(seconds),
        readable(events / seconds),
        readable(peakBytes / megabyte),
        note,
      ];
      keepFigure({
        name: 'archive',
        title: `A shop with ${readable(orders)} orders, of whose ${readable(events)} events ${readable(gone)} have left Redis`,
        command: `npm run bench -- archive ${orders}`,
        quick,
        values: {
          orders,
          events,
          trimmedShare: gone / events,
          bytesBefore,
          bytesPerOrder: bytes,
          verifySeconds: verify.seconds,
          rebuildInUseSeconds: rebuild.inUseSeconds,
          rebuildSeconds: rebuild.run.seconds,
          restoreSeconds: restore.seconds,
          trimSeconds: trim.seconds,
          archiveSeconds,
          orderRatio: placed.pair.ratio,
          ordersPerSecond: placed.pair.ours,
          plainOrdersPerSecond: placed.pair.yardstick,
          lagP99Seconds: lagP99,
          lagPerSecond: placed.lagPerSecond,
          peakMegabytes:
            Math.max(...[trim, verify, rebuild.run, restore].map((one) => one.peakBytes)) / megabyte,
        },
        tables: [
          {
            title: 'Commands',
            columns: ['command', 'seconds', 'events/s', 'peak memory MB', ''],
            rows: [
              row('trim', trim, 'each segment read back before it leaves'),
              row('verify', verify, 'over segments and stream'),
              row(
                'rebuild, shop open',
                rebuild.run,
                `in use after ${readable(rebuild.inUseSeconds)} s, then the old ones removed; ${rebuild.during.count} orders meanwhile`,
              ),
              row(
                'restore into an empty Redis',
                restore,
                'all segments checked, written, models built, verified',
              ),
            ],
          },
          {
            title: 'Memory of Redis',
            columns: ['', 'bytes per order'],
            rows: [
              ['all, before the trim', readable(bytesBefore)],
              ['all, after it', readable(bytes)],
              ...kinds
                .filter(([, size]) => size / orders >= 1)
                .map(([kind, size]) => [`of that, as Redis estimates it: ${kind}`, readable(size / orders)]),
            ],
          },
          {
            title: 'Placing orders by 50 connections, in turns',
            columns: [
              '',
              'archived and trimmed (orders/s)',
              'as it was before',
              'ratio',
              '± ratio',
              'p99 ms',
              'p99 before',
            ],
            rows: [
              [...pairRow('POST /api/orders', placed.pair), readable(placed.p99), readable(placed.plainP99)],
            ],
          },
          {
            title: `How long the oldest event that is not in the archive has waited, while ${readable(placed.lagPerSecond)} orders/s come`,
            columns: ['', 'seconds'],
            rows: [
              ['p50', readable(percentile(placed.lags, 0.5) / 1_000)],
              ['p99', readable(lagP99)],
              ['longest', readable(percentile(placed.lags, 1) / 1_000)],
            ],
          },
        ],
        notes: [
          `The archive lies in a folder. An open server wrote all of it, from its start, in ${readable(archiveSeconds)} s.`,
          'Times include the start of the command’s own process. The index of customers is not made.',
        ],
      });
    });
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Says that customers were indexed: a server would be busy with all old orders for a long time, which is measured elsewhere. */
function skipIndex({ port }: FilledRedis): Promise<unknown> {
  return withClient(port, async (client) => {
    const { seq, hash } = await client.hGetAll(redisKeys.meta);
    return client.hSet(redisKeys.follower('customers'), { seq: seq ?? '0', hash: hash ?? '' });
  });
}

const lengthOf = ({ port }: FilledRedis): Promise<number> =>
  withClient(port, (client) => client.xLen(redisKeys.events));

async function restoreInto(folder: string, address: string): Promise<OperatorRun> {
  const empty = await startRedis({ dir: join(folder, 'empty'), logFile: join(folder, 'empty.log') });
  try {
    const words = ['import', address, '--yes', '--why', 'test'];
    return await mustRun(empty.url, join(folder, 'restored'), words);
  } finally {
    await empty.child.stop();
  }
}

/** Opens the shop as it was before: all events in Redis, no archive. */
async function withPlainShop<T>(
  orders: number,
  filling: Parameters<typeof startFilledRedis>[1],
  work: (plain: Parameters<typeof ordersInTurns>[1]) => Promise<T>,
): Promise<T> {
  const redis = await startFilledRedis(orders, filling);
  try {
    await skipIndex(redis);
    const env = { ARCHIVE_SECONDS: '0' };
    return await withShop({ filled: redis, buyers, tools: 8, env }, (shop) =>
      work({ shop, port: redis.port }),
    );
  } finally {
    await redis.stop();
  }
}
