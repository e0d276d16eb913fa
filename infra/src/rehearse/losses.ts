import { setTimeout as pause } from 'node:timers/promises';
import type { RedisNode } from '../cluster/redis-nodes.ts';
import type { ServerProcess } from '../cluster/servers.ts';
import { until } from '../cluster/until.ts';
import { readEvents } from '../measuring/log-events.ts';
import type { ProductionShop } from './production-shop.ts';
import type { SteadyBuyer } from './steady-buyer.ts';
import type { Walk } from './walk.ts';

/** Longest time (ms) without an order that is accepted when a server goes, on a machine that runs everything at once. */
const pauseWithoutServer = 10_000;
/** Longest time (ms) until the shop sells again after the lost machine is back: both replicas are waited for. */
const pauseAfterLoss = 60_000;

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Takes parts of the shop away while somebody orders without a pause. */
export async function walkLosses(walk: Walk, shop: ProductionShop, buyer: SteadyBuyer): Promise<void> {
  walk.begin('Losses, while somebody orders twice a second');
  const [one, other] = shop.servers as [ServerProcess, ServerProcess];
  /** Answers the longest pause of sales until now; throws when it is longer than is accepted. */
  const shortPause = (limitMs: number): string => {
    const longest = buyer.longestPause();
    if (longest > limitMs) throw new Error(`no order for ${inSeconds(longest)}`);
    return `longest time without an order ${inSeconds(longest)}`;
  };

  await walk.step('kill -9 of a server', 'the other one answers on', async () => {
    buyer.longestPause();
    await one.signal('SIGKILL');
    await buyer.sellsAgain(30_000);
    await pause(3_000);
    await one.start();
    return shortPause(pauseWithoutServer);
  });
  await walk.step('rolling restart of both servers', 'nobody notices', async () => {
    buyer.longestPause();
    for (const server of [one, other]) {
      await server.signal('SIGTERM');
      await server.start();
      await buyer.sellsAgain(30_000);
    }
    return shortPause(pauseWithoutServer);
  });
  await walk.step(
    'kill -9 of the primary, its data removed',
    'Sentinels promote, and the shop sells again',
    async () => {
      buyer.longestPause();
      const lost = await primaryNow(shop);
      await lost.signal('SIGKILL');
      lost.loseData();
      await until('Sentinels have promoted a replica', async () => (await primaryNow(shop)) !== lost, 60_000);
      const { name } = await primaryNow(shop);
      await lost.start();
      await buyer.sellsAgain(pauseAfterLoss);
      return `${name} promoted; ${shortPause(120_000)}`;
    },
  );
  await walk.step('the log is read again', 'nothing acknowledged is lost or doubled', () =>
    compareWithLog(shop, buyer),
  );
}

/** Finds the node that Sentinels name as the primary. */
async function primaryNow({ nodes, sentinels }: ProductionShop): Promise<RedisNode> {
  const told = await sentinels.primary();
  const primary = nodes.find(({ link }) => link.address === told);
  if (primary === undefined) throw new Error('No node is the primary');
  return primary;
}

/** Compares what the buyer was told with the log. */
export async function compareWithLog(shop: ProductionShop, buyer: SteadyBuyer): Promise<string> {
  // Of what is acknowledged from now on, some may be behind the end that is read.
  const acknowledged = [...buyer.acknowledged];
  const created = new Map<string, number>();
  for (const { type, subject } of await readEvents(shop.redisUrl))
    if (type === 'order.created') created.set(subject, (created.get(subject) ?? 0) + 1);
  const lost = acknowledged.filter((id) => !created.has(id));
  const doubled = [...created].filter(([, times]) => times > 1);
  if (lost.length + doubled.length > 0)
    throw new Error(`${lost.length} of ${acknowledged.length} lost, ${doubled.length} doubled`);
  return `${acknowledged.length} acknowledged, 0 lost, 0 doubled`;
}
