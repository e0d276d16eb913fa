import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { simulatorKeys } from '../stack/demo-environment.ts';
import { type OutsideServices, startOutsideServices } from '../stack/outside-services.ts';
import type { OwnFolder } from '../stack/own-folder.ts';
import { builtPwa } from '../stack/places.ts';
import { askRedis } from '../stack/redis.ts';
import { startCaddy } from './caddy.ts';
import { prepareServer, type ServerProcess } from './killable.ts';
import { type RedisNode, startRedisNodes } from './redis-nodes.ts';
import { type Sentinels, startSentinels } from './sentinels.ts';
import { until } from './until.ts';

/** The machines of a shop: a primary and two replicas, the Sentinels that promote them, and servers behind a proxy. */
export interface ClusterShop {
  /** Where people reach it. */
  url: string;
  nodes: readonly RedisNode[];
  sentinels: Sentinels;
  /** What REDIS_URL says: the Sentinels. */
  redisUrl: string;
  servers: readonly ServerProcess[];
  services: OutsideServices;
  /** The variables of all servers, with the DATA_DIR of the first: those of an operator's shell. */
  environment: Readonly<Record<string, string>>;
  /** The certificate of the proxy's authority; null over http. */
  authorityFile: string | null;
}

/** How the machines are set up. */
interface ClusterPlan {
  /** The DATA_DIR of each server. */
  dataDirs: readonly string[];
  /** The names under which the proxy speaks https; without, it speaks http. */
  httpsNames?: readonly string[];
  /** The keys of the payment simulator, where they are not those of the demo. */
  keys?: typeof simulatorKeys;
  /** What the servers have of the variables of this process. */
  inherited: Readonly<Record<string, string | undefined>>;
  /** Put over the variables that tell the servers of each other. */
  env: Readonly<Record<string, string>>;
}

const nodeCount = 3;

/**
 * Starts all parts in `folder` but the servers, which the caller starts one after the other: the first makes what the next ones find. Ends
 * them with `undo`. Over https, this process and those that it starts trust the proxy from now on.
 */
export async function openClusterShop(
  undo: AsyncDisposableStack,
  folder: OwnFolder,
  plan: ClusterPlan,
): Promise<ClusterShop> {
  const { dir, logFile } = folder;
  const environment: Record<string, string> = {};
  const servers = await Promise.all(
    plan.dataDirs.map((dataDir, at) =>
      prepareServer({
        env: () => ({ ...environment, DATA_DIR: dataDir }),
        logFile: logFile(`server-${at + 1}`),
      }),
    ),
  );
  const { url, authorityFile } = await startCaddy(undo, {
    dir: join(dir, 'caddy'),
    logFile: logFile('caddy'),
    servers: servers.map(({ address }) => address),
    httpsNames: plan.httpsNames ?? [],
  });
  if (authorityFile !== null) trust(authorityFile);
  const nodes = await startRedisNodes(undo, { dir, logFile, count: nodeCount });
  const replicas = nodeCount - 1;
  const primary = nodes[0]?.link.address ?? '';
  const sentinels = await startSentinels(undo, { dir, logFile, primary, replicas });
  const services = await startOutsideServices(undo, folder, url, plan.keys);
  for (const server of servers) undo.defer(() => server.stop());
  Object.assign(environment, {
    ...plan.inherited,
    ...services.environment,
    PWA_DIST: builtPwa,
    // Opens what stands in for Firebase and Stripe to the proxy.
    REHEARSAL: 'on',
    SHOP_URL: url,
    REDIS_URL: sentinels.url,
    // Sentinels may promote any replica, so all are waited for.
    REPLICAS: String(replicas),
    PROCESSES: String(servers.length),
    TRUSTED_PROXIES: 'loopback',
    DATA_DIR: plan.dataDirs[0] ?? dir,
    ...plan.env,
  });
  return {
    ...{ url, nodes, sentinels, servers, services, environment, authorityFile },
    redisUrl: sentinels.url,
  };
}

function trust(authorityFile: string): void {
  process.env.NODE_EXTRA_CA_CERTS = authorityFile;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authorityFile, 'utf8')]);
}

/** Finds the primary that Sentinels name. Throws when it is none of the nodes. */
export async function primaryNow({
  nodes,
  sentinels,
}: Pick<ClusterShop, 'nodes' | 'sentinels'>): Promise<RedisNode> {
  const told = await sentinels.primary();
  const primary = nodes.find(({ link }) => link.address === told);
  if (primary === undefined) throw new Error('No node is the primary');
  return primary;
}

/** Settles when Sentinels have made another node than `old` the primary. */
export function untilFailover(shop: Pick<ClusterShop, 'nodes' | 'sentinels'>, old: RedisNode): Promise<void> {
  return until('Sentinels have promoted a replica', async () => {
    const node = await primaryNow(shop);
    if (node === old) return false;
    return (await askRedis(node.address, 'INFO', 'replication')).includes('role:master');
  });
}
