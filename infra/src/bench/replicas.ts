import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilCounted } from '../cluster/redis-nodes.ts';
import { keepFigure, readable } from '../measuring/figure.ts';
import { type DriveResult, drive, mustAnswer } from '../measuring/http-driver.ts';
import { type MeasuredShop, onSeparateCores, withShop } from '../measuring/measured-shop.ts';
import { median, spread } from '../measuring/statistics.ts';
import type { Child } from '../stack/child.ts';
import { startRedis } from '../stack/redis.ts';
import type { Bench } from './bench.ts';
import { orderRequests } from './orders.ts';

/** How many replicas are waited for in each of the shops that are compared. */
const counts = [0, 1, 2];

/** POST /api/orders in three shops in turns: nobody waits for a replica, each answer waits for one, for two. */
export const replicas: Bench = ({ quick }) =>
  withShops(counts, quick ? 10 : 50, async (shops) => {
    const seconds = quick ? 0.5 : 3;
    const rounds = quick ? 1 : 5;
    const rows: (string | number)[][] = [];
    const values: Record<string, number> = {};
    for (const connections of [1, 50, 200]) {
      const results = counts.map((): DriveResult[] => []);
      for (let round = 0; round < rounds; round += 1) {
        // Each begins a round in its turn, so that none always follows the same other one.
        for (const at of counts.map((_, place) => (place + round) % counts.length)) {
          const shop = shops[at] as MeasuredShop;
          const result = await onSeparateCores([shop.stack.child('bff').pid], () =>
            drive({
              url: shop.url,
              connections,
              seconds,
              warmUpSeconds: quick ? 0.3 : 1,
              request: orderRequests(shop, '/api/orders'),
            }),
          );
          mustAnswer(result, 201);
          results[at]?.push(result);
        }
      }
      const none = results[0] ?? [];
      for (const [at, replicas] of counts.entries()) {
        const found = results[at] ?? [];
        const ratios = found.map(
          ({ perSecond }, round) => perSecond / (none[round]?.perSecond ?? Number.NaN),
        );
        const perSecond = median(found.map((one) => one.perSecond));
        const [p50, p99] = [median(found.map((one) => one.p50)), median(found.map((one) => one.p99))];
        const ratio = median(ratios);
        rows.push([connections, replicas, ...[perSecond, ratio, spread(ratios), p50, p99].map(readable)]);
        Object.assign(values, {
          [`perSecond${connections}_${replicas}`]: perSecond,
          [`ratio${connections}_${replicas}`]: ratio,
          [`p99_${connections}_${replicas}`]: p99,
        });
      }
    }
    keepFigure({
      name: 'replicas',
      title:
        'Placing orders while replicas are waited for: POST /api/orders, one BFF process, every Redis always flushed',
      command: 'npm run bench -- replicas',
      quick,
      values,
      tables: [
        {
          title: `${rounds} rounds of ${seconds} s, the three shops in turns`,
          columns: ['connections', 'replicas', 'orders/s', 'of none', '± of none', 'p50 ms', 'p99 ms'],
          rows,
        },
      ],
      notes: ['Server, primary, replicas and client share the cores and the disk of one machine.'],
    });
  });

/** Starts a shop for each number of replicas, lets `work` measure them, and stops them whatever happens. */
async function withShops(
  [replicas, ...others]: readonly number[],
  buyers: number,
  work: (shops: MeasuredShop[]) => Promise<void>,
): Promise<void> {
  if (replicas === undefined) return work([]);
  const nodes = await startNodes(replicas);
  try {
    const redis = { url: nodes.url, replicas };
    await withShop({ buyers, tools: 8, redis }, (shop) =>
      withShops(others, buyers, (shops) => work([shop, ...shops])),
    );
  } finally {
    await nodes.stop();
  }
}

/**
 * Starts a Redis with so many replicas, which have everything; `url` names all of them. Without links between them: these would pass
 * through the process that measures.
 */
async function startNodes(replicas: number): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-nodes-'));
  const nodes: { child: Child; host: string }[] = [];
  const start = async (name: string, args: readonly string[]) => {
    const { child, url } = await startRedis({
      dir: join(dir, name),
      logFile: join(dir, `${name}.log`),
      args,
    });
    nodes.push({ child, host: new URL(url).host });
  };
  const stop = async () => {
    await Promise.all(nodes.map(({ child }) => child.stop(2_000)));
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await start('primary', []);
    const [host = '', port = ''] = nodes[0]?.host.split(':') ?? [];
    for (let n = 1; n <= replicas; n += 1) await start(`replica${n}`, ['--replicaof', host, port]);
    await untilCounted(`${host}:${port}`, replicas);
    return { url: `redis://${nodes.map((node) => node.host).join(',')}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
