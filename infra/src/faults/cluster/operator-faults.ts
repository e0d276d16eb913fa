import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisNode } from '../../cluster/redis-nodes.ts';
import { untilLinked } from '../../cluster/redis-nodes.ts';
import { orderBody } from '../../measuring/order-body.ts';
import { promoteReplica } from '../../measuring/promote-replica.ts';
import { ShopHttp } from '../../measuring/shop-http.ts';
import type { Injection } from '../fault-round.ts';
import type { ClusterEnvironment, ClusterServer } from './cluster-environment.ts';
import type { ClusterFault } from './cluster-fault.ts';
import { rolesNow, untilReplica } from './roles.ts';

/** Promotes whichever replica has everything; `fenced` says how the old primary was ended, and is left out where it answers. */
function promote(
  { orders }: ClusterEnvironment,
  replicas: readonly RedisNode[],
  fenced?: string,
): Promise<RedisNode> {
  const how = fenced === undefined ? [] : ['--fenced', fenced];
  return promoteReplica(orders, replicas, ['--why', 'drill', ...how]);
}

/** Makes a node that is back a replica, with what only it had saved before. Throws when the command refuses. */
async function rejoin(environment: ClusterEnvironment, node: RedisNode): Promise<void> {
  const { code, output } = await environment.orders(
    'rejoin',
    '--node',
    node.link.address,
    '--why',
    'drill',
    '--yes',
  );
  if (code !== 0) throw new Error(`rejoin of ${node.name}: ${output}`);
  await untilReplica(node);
}

/** Promotion of a node that must be refused; whatever else happens is a finding. */
async function mustRefuse(
  environment: ClusterEnvironment,
  node: RedisNode,
  reason: RegExp,
  { found }: Injection,
) {
  const { code, output } = await environment.orders(
    'promote',
    '--to',
    node.link.address,
    '--why',
    'drill',
    '--fenced',
    'switched off',
  );
  if (code === 0 || !reason.test(output))
    found({ kind: 'stalled', what: `promotion of ${node.name} was not refused as it has to be: ${output}` });
}

/** Orders that reach only one server, past the proxy; gives how many it acknowledged. */
async function ordersAt(
  environment: ClusterEnvironment,
  server: ClusterServer,
  count: number,
): Promise<number> {
  const [buyer] = environment.buyers;
  const [toolId = ''] = environment.toolIds;
  if (buyer === undefined) throw new Error('The environment has no buyers');
  const shop = new ShopHttp(server.url, 8_000);
  const body = orderBody(buyer, toolId);
  const answers = await Promise.all(
    Array.from({ length: count }, () => {
      const key = randomUUID();
      const call = { token: buyer.token, key, body, headers: { 'x-request-id': key } };
      return shop.call('POST', '/api/orders', call);
    }),
  );
  return answers.filter(({ status }) => status >= 200 && status < 300).length;
}

/** What happens where an operator promotes by `npm run orders -- promote`. */
export const operatorFaults: readonly ClusterFault[] = [
  {
    name: 'kill -9 of the primary, its data removed; promote, rejoin',
    topology: 'operator',
    rounds: 3,
    async inject(environment, { random, struck }) {
      const { primary, replicas } = await rolesNow(environment);
      const silently = random.chance(0.5);
      struck();
      if (silently) primary.link.cut();
      for (const { links } of silently ? environment.servers : []) links.get(primary)?.cut();
      await primary.signal('SIGKILL');
      primary.loseData();
      await promote(environment, replicas, 'the machine is gone');
      await pause(random.whole(0, 1_000));
      primary.link.heal();
      for (const { links } of environment.servers) links.get(primary)?.heal();
      await primary.start();
      await rejoin(environment, primary);
    },
  },
  {
    name: 'primary and one server cut off from the rest; promote, rejoin',
    topology: 'operator',
    rounds: 3,
    async inject(environment, { random, struck, found }) {
      const { primary, replicas } = await rolesNow(environment);
      const [wrongSide, rightSide] = random.chance(0.5)
        ? (environment.servers as [ClusterServer, ClusterServer])
        : ([...environment.servers].reverse() as [ClusterServer, ClusterServer]);
      const cut = [
        primary.link,
        rightSide.links.get(primary),
        ...replicas.map((node) => wrongSide.links.get(node)),
      ];
      struck();
      for (const link of cut) link?.cut();
      const promoted = promote(environment, replicas, 'cut from the network');
      const taken = await ordersAt(environment, wrongSide, 10);
      if (taken > 0) found({ kind: 'lost', what: `${taken} orders were acknowledged on the wrong side` });
      await promoted;
      const later = await ordersAt(environment, wrongSide, 10);
      if (later > 0)
        found({
          kind: 'lost',
          what: `${later} orders were acknowledged on the wrong side after the promotion`,
        });
      await pause(random.whole(0, 2_000));
      for (const link of cut) link?.heal();
      await rejoin(environment, primary);
    },
  },
  {
    name: 'primary stopped (SIGSTOP); promote, back, rejoin',
    topology: 'operator',
    rounds: 3,
    async inject(environment, { random, struck }) {
      const { primary, replicas } = await rolesNow(environment);
      struck();
      await primary.signal('SIGSTOP');
      await promote(environment, replicas, 'the machine is suspended');
      await pause(random.whole(0, 2_000));
      await primary.signal('SIGCONT');
      await pause(random.whole(0, 2_000));
      await rejoin(environment, primary);
    },
  },
  {
    name: 'primary killed; a stale replica is refused, the other promoted',
    topology: 'operator',
    rounds: 3,
    async inject(environment, injection) {
      const { primary, replicas } = await rolesNow(environment);
      const [stale, current] = replicas;
      await stale.signal('SIGKILL');
      // It misses what is sold meanwhile.
      await pause(1_500);
      injection.struck();
      await primary.signal('SIGKILL');
      await stale.start();
      await mustRefuse(environment, stale, /stale/, injection);
      await promote(environment, [current], 'switched off');
      await primary.start();
      await rejoin(environment, primary);
      await untilReplica(stale);
    },
  },
  {
    name: 'primary killed; an empty replica is refused, the other promoted',
    topology: 'operator',
    rounds: 3,
    async inject(environment, injection) {
      const { primary, replicas } = await rolesNow(environment);
      const [empty, current] = replicas;
      await empty.signal('SIGKILL');
      empty.loseData();
      injection.struck();
      await primary.signal('SIGKILL');
      await empty.start();
      await mustRefuse(environment, empty, /holds no order log/, injection);
      await promote(environment, [current], 'switched off');
      await primary.start();
      await rejoin(environment, primary);
      await rejoin(environment, empty);
    },
  },
  {
    name: 'rolling restart of Redis: replicas, planned promote, old primary',
    topology: 'operator',
    rounds: 3,
    async inject(environment, { struck }) {
      const { primary, replicas } = await rolesNow(environment);
      struck();
      const restart = async (node: RedisNode) => {
        await node.signal('SIGTERM');
        await node.start();
        await untilLinked(node);
      };
      for (const node of replicas) await restart(node);
      await promote(environment, replicas);
      await untilReplica(primary);
      await restart(primary);
    },
  },
];
