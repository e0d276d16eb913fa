import { prepareServer, type ServerProcess } from '../cluster/killable.ts';
import { type RedisNode, shopLogin, startRedisNodes } from '../cluster/redis-nodes.ts';
import { adminEmail } from '../measuring/measured-shop.ts';
import { unlimited } from '../stack/demo-environment.ts';
import { openWhole, type Whole } from '../stack/open-whole.ts';
import { startOutsideServices } from '../stack/outside-services.ts';
import { ownFolder } from '../stack/own-folder.ts';
import { builtPwa } from '../stack/places.ts';
import { type LabShop, openLabShop } from './lab-shop.ts';

/** A whole shop of one server, which reaches Redis through a link; `redisUrl` leads past it. */
export interface OneShop extends LabShop {
  redis: RedisNode;
  server: ServerProcess;
  /** The variables of the server. */
  environment: Readonly<Record<string, string>>;
}

/** What a shop of one server may have otherwise. */
interface Otherwise {
  buyers?: number;
  /** Where its folder is made. */
  parent?: string | undefined;
  /** Where Redis keeps its data; default: in the folder of the shop. */
  redisDir?: string;
  /** Put over the environment of Redis and of the server. */
  env?: Record<string, string>;
}

/** Starts everything and prepares people and tools. Throws, with everything stopped again, when a part does not start. */
export function openOneShop({
  buyers = 12,
  parent,
  redisDir,
  env = {},
}: Otherwise = {}): Promise<Whole<OneShop>> {
  return openWhole(async (undo) => {
    const folder = ownFolder(undo, 'karigar-faults-', parent);
    const { dir: dataDir, logFile } = folder;
    const nodes = await startRedisNodes(undo, { dir: redisDir ?? dataDir, logFile, count: 1, env });
    const [redis] = nodes as [RedisNode];
    const environment: Record<string, string> = {};
    const server = await prepareServer({ env: () => environment, logFile: logFile('server') });
    const services = await startOutsideServices(undo, folder, server.url);
    Object.assign(environment, {
      ...process.env,
      ...services.environment,
      ADMIN_EMAILS: adminEmail,
      PWA_DIST: builtPwa,
      DATA_DIR: dataDir,
      REDIS_URL: `redis://${shopLogin}@${redis.link.address}`,
      ...unlimited,
      ...env,
    });
    undo.defer(() => server.stop());
    await server.start();
    const lab = await openLabShop({ url: server.url, redisUrl: redis.url, dataDir }, services, buyers);
    return { ...lab, redis, server, environment };
  });
}
