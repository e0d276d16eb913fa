import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRedis, type RedisProcess } from '../cluster/redis-process.ts';
import { prepareServer } from '../cluster/servers.ts';
import { unlimited } from '../stack/demo-environment.ts';
import { builtPwa } from '../stack/places.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { startOutsideServices } from './outside-services.ts';
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
  const dataDir = mkdtempSync(join(tmpdir(), 'karigar-faults-'));
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const undo: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const redisDir = options.redisDir ?? join(dataDir, 'redis');
    const redis = await prepareRedis({ dir: redisDir, logFile: logFile('redis'), env: options.env ?? {} });
    undo.push(() => redis.stop());
    await redis.start();
    const proxy = await startCuttingProxy(redis.port, options.random.fork('proxy'));
    undo.push(() => proxy.close());
    let env: Record<string, string> = {};
    const server = await prepareServer({ env: () => env, logFile: logFile('bff') });
    const services = await startOutsideServices(dataDir, logFile, server.url);
    undo.push(() => services.stop());
    env = {
      ...(process.env as Record<string, string>),
      ...services.env,
      PWA_DIST: builtPwa,
      DATA_DIR: dataDir,
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      ...unlimited,
      ...options.env,
    };
    undo.push(() => server.stop());
    await server.start();
    return {
      url: server.url,
      redisUrl: `redis://127.0.0.1:${redis.port}`,
      dataDir,
      redis,
      proxy,
      simulator: services.simulator,
      simulatorUrl: services.simulatorUrl,
      inboxUrl: services.inboxUrl,
      ...(await openPeople(server.url, services.emulatorHost, options.buyers)),
      endBff: (signal) => server.signal(signal),
      startBff: () => server.start(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
