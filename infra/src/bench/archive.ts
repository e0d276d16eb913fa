import { mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { redisKeys } from '@karigar/events';
import { readable, table } from '../measuring/figure.ts';
import { type RedisClient, startFilledRedis, usedMemory, withClient } from '../measuring/filled-redis.ts';
import { inTurns, pairCells } from '../measuring/in-turns.ts';
import { type MeasuredShop, startShop } from '../measuring/measured-shop.ts';
import { mustRunOperator } from '../measuring/operator-run.ts';
import { LatencyHistogram } from '../measuring/statistics.ts';
import type { Bench } from './bench.ts';
import { restoreInto } from './operators.ts';
import { driveOrders } from './orders.ts';
import { commandRow, ordering, rebuildInOpenShop, whatCame } from './rebuild-in-open-shop.ts';

/** The first archive of a large shop takes some minutes (ms). */
const firstArchiveMs = 1_800_000;
/** What is behind the orders of one shop has to be done before the other one is measured (ms). */
const patienceMs = 120_000;
const behindOrders = ['customers', 'notices'];
/** As many connections as in the bench `orders`, by which that is judged; a shop that has had nothing to do for half a minute is slow at first. */
const load = { connections: 50, warmUpSeconds: 5 };

/**
 * `archive N`: a shop with N orders, nine tenths of them old and finished. An open server writes its archive into a folder, and their events leave Redis.
 * Measured are the memory of Redis before and after; verify, rebuild and restore of the whole log; orders in turns with the same shop as it was
 * before, without an archive; and how far the archive is behind while orders come without a pause.
 */
export const archive: Bench = async ({ quick, args }) => {
  const orders = Number(args[0] ?? (quick ? 5_000 : 1_000_000));
  // Per round: the archiver has to come at least once.
  const [rounds, seconds, lagSeconds, calmMs] = quick ? [1, 2, 12, 1_000] : [16, 12, 60, 5_000];
  await using undo = new AsyncDisposableStack();
  const { path } = undo.use(mkdtempDisposableSync(join(tmpdir(), 'karigar-archive-')));
  mkdirSync(join(path, 'objects'));
  const env = { OBJECTS_URL: pathToFileURL(join(path, 'objects')).href };
  const redis = await startOldShop(undo, orders);
  const bytesBefore = (await usedMemory(redis.url)) / orders;
  const opened = performance.now();
  const shop = await openShop(undo, redis, env);
  await untilAtEnd(redis.url, ['archive'], firstArchiveMs);
  const archiveSeconds = (performance.now() - opened) / 1_000;
  const { dataDir } = shop.stack;
  const run = (...words: string[]) => mustRunOperator(redis.url, dataDir, words, env);
  const events = await redis.events();
  const trim = await run('trim', '--older-than', '0d', '--yes', '--why', 'memory');
  const gone = events - (await redis.events());
  const bytesPerOrder = (await usedMemory(redis.url)) / orders;
  const verify = await run('verify');
  const rebuild = await rebuildInOpenShop(redis, dataDir, calmMs, ordering.aHundredPerSecond, env);
  await redis.rewriteFile();
  const restore = await restoreInto(path, env.OBJECTS_URL);
  // The shop as it was before: all events in Redis, no archive.
  const plain = await openShop(undo, await startOldShop(undo, orders), { ARCHIVE_SECONDS: '0' });
  const orderIn = (one: MeasuredShop, behind: readonly string[]) => async () => {
    const sample = await driveOrders(one, { ...load, seconds });
    await untilAtEnd(one.redisUrl, behind, patienceMs);
    return sample;
  };
  const sides = [orderIn(plain, behindOrders), orderIn(shop, [...behindOrders, 'archive'])] as const;
  const servers = [shop.server, plain.server];
  const pair = await inTurns(rounds, sides, servers);
  let lagPerSecond = 0;
  const lags = await lagsWhile(redis.url, async () => {
    const drive = () => driveOrders(shop, { ...load, seconds: lagSeconds });
    const [{ perSecond }] = await inTurns(1, [drive], servers);
    lagPerSecond = perSecond;
  });
  const [before, now] = pair;
  const lag = (q: number) => lags.percentile(q) / 1_000;
  return {
    title: `A shop with ${readable(orders)} orders, of whose ${readable(events)} events ${readable(gone)} have left Redis`,
    values: {
      ...{ orders, bytesPerOrder },
      verifySeconds: verify.seconds,
      rebuildSeconds: rebuild.run.seconds,
      restoreSeconds: restore.seconds,
      orderRatio: now.ratio,
      lagP99Seconds: lag(0.99),
    },
    tables: [
      table('Commands', [
        commandRow('trim', trim, events, 'each segment read back before it leaves'),
        commandRow('verify', verify, events, 'over segments and stream'),
        commandRow('rebuild, shop open', rebuild.run, events, whatCame(rebuild)),
        commandRow(
          'restore into an empty Redis',
          restore,
          events,
          'all segments checked, written, models built, verified',
        ),
      ]),
      table('Memory of Redis', [
        { '': 'all, before the trim', 'bytes per order': bytesBefore },
        { '': 'all, after it', 'bytes per order': bytesPerOrder },
      ]),
      table('Placing orders by 50 connections, in turns', [
        {
          ...pairCells(pair, ['archived and trimmed (orders/s)', 'as it was before']),
          ...{ 'p99 ms': now.p99, 'p99 before': before.p99 },
        },
      ]),
      table(
        `How long the oldest event that is not in the archive has waited, while ${readable(lagPerSecond)} orders/s come`,
        [{ 'p50 s': lag(0.5), 'p99 s': lag(0.99), 'longest s': lag(1) }],
      ),
    ],
    notes: [
      `The archive lies in a folder. An open server wrote all of it, from its start, in ${readable(archiveSeconds)} s.`,
      'Times include the start of the command’s own process. The index of customers is not made.',
    ],
  };
};

/** Starts a Redis with so many orders, nine tenths of them finished. */
async function startOldShop(undo: AsyncDisposableStack, orders: number) {
  const redis = undo.use(await startFilledRedis(orders, { finished: Math.floor(orders * 0.9) }));
  // As if customers were indexed: a server would be busy with all old orders for a long time.
  await withClient(redis.url, async (client) => {
    const { seq, hash } = await client.hGetAll(redisKeys.meta);
    await client.hSet(redisKeys.follower('customers'), { seq: seq ?? '0', hash: hash ?? '' });
  });
  return redis;
}

const openShop = async (
  undo: AsyncDisposableStack,
  redis: Awaited<ReturnType<typeof startFilledRedis>>,
  env: Record<string, string>,
) => undo.use(await startShop({ redis, buyers: 50, tools: 8, env }));

const lookMs = 50;

/** Waits until all that follows the log under these names has come to its end. Throws after `patienceMs`. */
async function untilAtEnd(url: string, names: readonly string[], patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs;
  await withClient(url, async (client) => {
    for (const name of names) {
      for (;;) {
        const at = await placeOf(client, name);
        const head = Number(await client.hGet(redisKeys.meta, 'seq'));
        if (at >= head) break;
        if (Date.now() > end) throw new Error(`The log ends with event ${head}, ${name} with ${at}`);
        await pause(lookMs);
      }
    }
  });
}

/** How far a follower of the log has come: the archive says so in a text, the others in a hash. */
async function placeOf(client: RedisClient, name: string): Promise<number> {
  const key = redisKeys.follower(name);
  if (name !== 'archive') return Number(await client.hGet(key, 'seq'));
  return Number(JSON.parse((await client.get(key)) ?? '{}').seq ?? 0);
}

/**
 * While `work` runs, looks again and again for how long the oldest event that is not in the archive has been waiting for it (ms, by the clock of
 * Redis; 0 where all are); what the server says only counts once it was read back.
 */
function lagsWhile(url: string, work: () => Promise<unknown>): Promise<LatencyHistogram> {
  return withClient(url, async (client) => {
    const lags = new LatencyHistogram();
    let working = true;
    const looking = (async () => {
      for (; working; await pause(lookMs)) {
        const archived = await placeOf(client, 'archive');
        const waiting = await client.xRange(redisKeys.events, `${archived + 1}-0`, '+', { COUNT: 1 });
        const [seconds, micros] = await client.time();
        const now = Number(seconds) * 1_000 + Number(micros) / 1_000;
        lags.record(Math.max(0, now - Number(waiting?.[0]?.message.ts ?? now)));
      }
    })();
    try {
      await work();
    } finally {
      working = false;
      await looking;
    }
    return lags;
  });
}
