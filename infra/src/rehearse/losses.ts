import { setTimeout as pause } from 'node:timers/promises';
import { type RedisNode, untilLinked } from '../cluster/redis-nodes.ts';
import type { ServerProcess } from '../cluster/servers.ts';
import { readEvents } from '../measuring/log-events.ts';
import { promoteReplica } from '../measuring/promote-replica.ts';
import { mustRun, orders } from './operator.ts';
import type { ProductionShop } from './production-shop.ts';
import type { SteadyBuyer } from './steady-buyer.ts';
import type { Walk } from './walk.ts';

/** Longest time (ms) without an order that is accepted when a server goes, on a machine that runs everything at once. */
const pauseWithoutServer = 10_000;
/** Longest time (ms) until the shop sells again after a promotion has ended. */
const pauseAfterPromotion = 10_000;

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Takes parts of the shop away while somebody orders without a pause. */
export async function walkLosses(walk: Walk, shop: ProductionShop, buyer: SteadyBuyer): Promise<void> {
  walk.begin('Losses, while somebody orders twice a second');
  const [one, other] = shop.servers as [ServerProcess, ServerProcess];
  const [first, second, third] = shop.nodes as [RedisNode, RedisNode, RedisNode];
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
    'kill -9 of the primary, its data removed, then promote --fenced',
    'a replica sells within seconds',
    async () => {
      buyer.longestPause();
      await first.signal('SIGKILL');
      first.loseData();
      // One of two replicas is waited for, so either may be the one that has every acknowledged order.
      const successor = await promoteReplica(
        (...args) => orders(shop, ...args),
        [second, third],
        ['--fenced', 'killed, its data removed', '--why', 'lost'],
      );
      const since = performance.now();
      await buyer.sellsAgain(pauseAfterPromotion);
      const sold = inSeconds(performance.now() - since);
      return `${successor.name} promoted; sold ${sold} after that; ${shortPause(120_000)}, the operator’s commands included`;
    },
  );
  await walk.step('the log is read again', 'nothing acknowledged is lost or doubled', () =>
    compareWithLog(shop, buyer),
  );
  await walk.step('the lost machine is back, empty, and rejoins', 'a replica with everything', async () => {
    await first.start();
    const said = await mustRun(shop, 'rejoin', '--node', first.link.address, '--why', 'returned', '--yes');
    await untilLinked(first);
    return said;
  });
  await walk.step('planned promote, back to the first machine', 'hardly a pause', async () => {
    buyer.longestPause();
    const said = await mustRun(shop, 'promote', '--to', first.link.address, '--why', 'planned');
    await buyer.sellsAgain(pauseAfterPromotion);
    return `${said}; ${shortPause(20_000)}`;
  });
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
