import { join } from 'node:path';
import { startCaddy } from '../../cluster/caddy.ts';
import { type RedisNode, startRedisNodes } from '../../cluster/redis-nodes.ts';
import { type Sentinels, startSentinels } from '../../cluster/sentinels.ts';
import { prepareServer, type ServerProcess } from '../../cluster/servers.ts';
import { unlimited } from '../../stack/demo-environment.ts';
import { freePort } from '../../stack/free-port.ts';
import { memoryDir } from '../../stack/memory-dir.ts';
import { openWhole } from '../../stack/open-whole.ts';
import { startOutsideServices } from '../../stack/outside-services.ts';
import { ownFolder } from '../../stack/own-folder.ts';
import { builtPwa } from '../../stack/places.ts';
import { outsideAddresses, outsideEnvironment } from '../outside-of-shop.ts';
import { openPeople, type ShopUnderTest } from '../shop-under-test.ts';

/** A shop of many machines: a primary and two replicas, two servers behind a proxy, and the Sentinels that promote. */
export interface ClusterEnvironment extends ShopUnderTest {
  nodes: readonly RedisNode[];
  sentinels: Sentinels;
  servers: readonly ServerProcess[];
  close(): Promise<void>;
}

const nodeCount = 3;
const serverCount = 2;

/** Starts everything and prepares people and tools. Throws, with everything stopped again, when a part does not start. */
export async function openClusterEnvironment(buyers: number): Promise<ClusterEnvironment> {
  return openWhole(async (undo) => {
    // Machines have disks of their own: three nodes that flush to one would be slower than any. A killed process leaves the same in memory.
    const folder = ownFolder(undo, 'karigar-cluster-', memoryDir() ?? undefined);
    const { dir: dataDir, logFile } = folder;
    const nodes = await startRedisNodes({ dir: dataDir, logFile, count: nodeCount });
    for (const node of nodes) undo.defer(() => node.stop());
    const [first] = nodes as [RedisNode];
    const replicas = nodeCount - 1;
    const sentinels = await startSentinels({ dir: dataDir, logFile, primary: first.link.address, replicas });
    undo.defer(() => sentinels.stop());
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
      REDIS_URL: sentinels.url,
      // Sentinels may promote any replica, so all are waited for.
      REPLICAS: String(replicas),
      PROCESSES: String(serverCount),
      TRUSTED_PROXIES: 'loopback',
      ...unlimited,
    };
    const servers: ServerProcess[] = [];
    for (let at = 1; at <= serverCount; at += 1) {
      const server = await prepareServer({ env: () => env, logFile: logFile(`server-${at}`) });
      undo.defer(() => server.stop());
      // The first makes the secrets that the next finds.
      await server.start();
      servers.push(server);
    }
    const addresses = servers.map((server) => server.address);
    const caddy = await startCaddy({
      dir: join(dataDir, 'caddy'),
      logFile: logFile('caddy'),
      servers: addresses,
      port,
    });
    undo.defer(() => caddy.child.stop(1_000));
    const people = await openPeople(url, services.emulator.host, buyers);
    return {
      url,
      redisUrl: sentinels.url,
      dataDir,
      nodes,
      sentinels,
      servers,
      ...outsideAddresses(services),
      ...people,
    };
  });
}
