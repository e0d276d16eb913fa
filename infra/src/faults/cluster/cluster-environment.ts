import { join } from 'node:path';
import { startCaddy } from '../../cluster/caddy.ts';
import { type Link, openLink } from '../../cluster/link.ts';
import { type RedisNode, startRedisNodes } from '../../cluster/redis-nodes.ts';
import { type Sentinels, startSentinels } from '../../cluster/sentinels.ts';
import { prepareServer, type ServerProcess } from '../../cluster/servers.ts';
import { type OperatorRun, runOperator } from '../../measuring/operator-run.ts';
import { unlimited } from '../../stack/demo-environment.ts';
import { freePort } from '../../stack/free-port.ts';
import { memoryDir } from '../../stack/memory-dir.ts';
import { openWhole } from '../../stack/open-whole.ts';
import { startOutsideServices } from '../../stack/outside-services.ts';
import { ownFolder } from '../../stack/own-folder.ts';
import { builtPwa } from '../../stack/places.ts';
import { outsideAddresses, outsideEnvironment } from '../outside-of-shop.ts';
import { openPeople, type ShopUnderTest } from '../shop-under-test.ts';

/** A server, and its own ways to the nodes, which can be cut without anybody else's. Empty where Sentinels tell it where to go. */
export interface ClusterServer extends ServerProcess {
  readonly links: ReadonlyMap<RedisNode, Link>;
}

/** A shop of many machines: a primary and two replicas, two servers behind a proxy, and Sentinels or an operator who promotes. */
export interface ClusterEnvironment extends ShopUnderTest {
  readonly nodes: readonly RedisNode[];
  /** Null where an operator promotes. */
  readonly sentinels: Sentinels | null;
  readonly servers: readonly ClusterServer[];
  /** Runs an operator's command as a process of its own, which is told of every node and reaches them as they reach each other. */
  orders(...args: string[]): Promise<OperatorRun>;
  close(): Promise<void>;
}

/**
 * Who names a new primary, and how many replicas are waited for. Sentinels choose without a person, which is safe only where all
 * replicas are waited for.
 */
const topologies = {
  sentinels: { replicas: 2 },
  operator: { replicas: 1 },
} as const;
export type Topology = keyof typeof topologies;
/** The names of both. */
export const topologyNames = Object.keys(topologies) as Topology[];

const nodeCount = 3;
const serverCount = 2;

/** Starts everything and prepares people and tools. Throws, with everything stopped again, when a part does not start. */
export async function openClusterEnvironment(options: {
  topology: Topology;
  buyers: number;
}): Promise<ClusterEnvironment> {
  return openWhole(async (undo) => {
    // Machines have disks of their own: three nodes that flush to one would be slower than any. A killed process leaves the same in memory.
    const folder = ownFolder(undo, 'karigar-cluster-', memoryDir() ?? undefined);
    const { dir: dataDir, logFile } = folder;
    const nodes = await startRedisNodes({ dir: dataDir, logFile, count: nodeCount });
    for (const node of nodes) undo.defer(() => node.stop());
    const [first] = nodes as [RedisNode];
    const watched = { dir: dataDir, logFile, primary: first.link.address, replicas: nodeCount - 1 };
    const sentinels = options.topology === 'sentinels' ? await startSentinels(watched) : null;
    undo.defer(() => sentinels?.stop());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const services = await startOutsideServices(undo, folder, url);
    const env = {
      ...(process.env as Record<string, string>),
      ...outsideEnvironment(services),
      PWA_DIST: builtPwa,
      DATA_DIR: dataDir,
      // Opens the demo's sign-in to the proxy.
      REHEARSAL: 'on',
      SHOP_URL: url,
      REPLICAS: String(topologies[options.topology].replicas),
      PROCESSES: String(serverCount),
      TRUSTED_PROXIES: 'loopback',
      ...unlimited,
    };
    const servers: ClusterServer[] = [];
    for (let at = 1; at <= serverCount; at += 1) {
      const links = sentinels === null ? await linksTo(nodes) : new Map<RedisNode, Link>();
      for (const link of links.values()) undo.defer(() => link.close());
      const redisUrl = sentinels?.url ?? addressOf([...links.values()]);
      const own = { ...env, REDIS_URL: redisUrl };
      const server = await prepareServer({ env: () => own, logFile: logFile(`server-${at}`) });
      undo.defer(() => server.stop());
      // The first makes the secrets that the next finds.
      await server.start();
      servers.push({ ...server, links });
    }
    const addresses = servers.map((server) => server.address);
    const caddy = await startCaddy({
      dir: join(dataDir, 'caddy'),
      logFile: logFile('caddy'),
      servers: addresses,
      port,
    });
    undo.defer(() => caddy.child.stop(1_000));
    const everyNode = addressOf(nodes.map((node) => node.link));
    const people = await openPeople(url, services.emulator.host, options.buyers);
    return {
      url,
      redisUrl: sentinels?.url ?? everyNode,
      dataDir,
      nodes,
      sentinels,
      servers,
      ...outsideAddresses(services),
      ...people,
      orders: (...args) => runOperator(everyNode, dataDir, args),
    };
  });
}

async function linksTo(nodes: readonly RedisNode[]): Promise<Map<RedisNode, Link>> {
  const links = new Map<RedisNode, Link>();
  for (const node of nodes) links.set(node, await openLink(Number(node.directAddress.split(':')[1])));
  return links;
}

const addressOf = (links: readonly Link[]) => `redis://${links.map(({ address }) => address).join(',')}`;
