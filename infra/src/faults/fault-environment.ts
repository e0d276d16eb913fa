import { join } from 'node:path';
import { prepareRedis, type RedisProcess } from '../cluster/redis-process.ts';
import { prepareServer } from '../cluster/servers.ts';
import { unlimited } from '../stack/demo-environment.ts';
import { openWhole } from '../stack/open-whole.ts';
import { startOutsideServices } from '../stack/outside-services.ts';
import { ownFolder } from '../stack/own-folder.ts';
import { builtPwa } from '../stack/places.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { outsideAddresses, outsideEnvironment } from './outside-of-shop.ts';
import type { SeededRandom } from './seeded-random.ts';
import { openPeople, type ShopUnderTest } from './shop-under-test.ts';

/**
 * A whole shop of one server whose every process the harness can kill or stop. Redis is the harness's own, reached through a cutting
 * proxy; `redisUrl` leads past it.
 */
export interface FaultEnvironment extends ShopUnderTest {
  redis: RedisProcess;
  proxy: CuttingProxy;
  /** Sends a signal to the BFF and settles when it is gone. */
  endBff(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts the BFF again and settles when it is ready. */
  startBff(): Promise<void>;
  close(): Promise<void>;
}

/** How an environment is opened. */
export interface FaultEnvironmentOptions {
  random: SeededRandom;
  buyers: number;
  /** Where Redis keeps its data; default: a folder of the environment. */
  redisDir?: string;
  /** Put over the environment of Redis and of the BFF. */
  env?: Record<string, string>;
}

/** Starts everything and prepares people and tools. Throws, with everything stopped again, when a part does not start. */
export async function openFaultEnvironment(options: FaultEnvironmentOptions): Promise<FaultEnvironment> {
  return openWhole(async (undo) => {
    const folder = ownFolder(undo, 'karigar-faults-');
    const { dir: dataDir, logFile } = folder;
    const redisDir = options.redisDir ?? join(dataDir, 'redis');
    const redis = await prepareRedis({ dir: redisDir, logFile: logFile('redis'), env: options.env ?? {} });
    undo.defer(() => redis.stop());
    await redis.start();
    const proxy = await startCuttingProxy(redis.port, options.random.fork('proxy'));
    undo.defer(() => proxy.close());
    let env: Record<string, string> = {};
    const server = await prepareServer({ env: () => env, logFile: logFile('bff') });
    const services = await startOutsideServices(undo, folder, server.url);
    env = {
      ...(process.env as Record<string, string>),
      ...outsideEnvironment(services),
      PWA_DIST: builtPwa,
      DATA_DIR: dataDir,
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      ...unlimited,
      ...options.env,
    };
    undo.defer(() => server.stop());
    await server.start();
    const people = await openPeople(server.url, services.emulator.host, options.buyers);
    return {
      url: server.url,
      redisUrl: `redis://127.0.0.1:${redis.port}`,
      dataDir,
      redis,
      proxy,
      ...outsideAddresses(services),
      ...people,
      endBff: (signal) => server.signal(signal),
      startBff: () => server.start(),
    };
  });
}
