import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareRedis, type RedisProcess } from '../cluster/redis-process.ts';
import { prepareServer } from '../cluster/servers.ts';
import { type Account, openAccount, openAccounts } from '../measuring/accounts.ts';
import { ShopHttp } from '../measuring/shop-http.ts';
import { openTools } from '../measuring/tools.ts';
import { demoIdentity, simulatorKeys, unlimited } from '../stack/demo-environment.ts';
import { startEmulator } from '../stack/emulator.ts';
import { startInbox } from '../stack/inbox.ts';
import { builtPwa } from '../stack/places.ts';
import { startSimulator } from '../stack/simulator.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A whole shop whose every process the harness can kill or stop. Redis is the harness's own, reached through a cutting proxy. */
export interface FaultEnvironment {
  url: string;
  /** Redis without the proxy, to read what is left. */
  redisUrl: string;
  dataDir: string;
  redis: RedisProcess;
  proxy: CuttingProxy;
  /** The simulator's test controls: its ledger and its fault injections. */
  simulator: ShopHttp;
  simulatorUrl: string;
  /** Where the inbox lists the letters that customers got. */
  inboxUrl: string;
  admin: Account;
  buyers: Account[];
  toolIds: string[];
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

const adminEmail = 'fault-admin@karigar.example';

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
    const { url } = server;
    const [emulator, simulator, inbox] = await Promise.all([
      startEmulator({ dir: join(dataDir, 'emulator'), logFile: logFile('emulator') }),
      startSimulator({
        dir: join(dataDir, 'simulator'),
        webhookUrl: `${url}/api/webhooks/stripe`,
        logFile: logFile('simulator'),
      }),
      startInbox({ dir: join(dataDir, 'inbox'), logFile: logFile('inbox') }),
    ]);
    undo.push(
      () => emulator.child.stop(1500),
      () => emulator.accounts.close(1500),
      () => simulator.child.stop(1500),
      () => inbox.child.stop(1500),
    );
    env = {
      ...(process.env as Record<string, string>),
      ...simulatorKeys,
      PWA_DIST: builtPwa,
      DATA_DIR: dataDir,
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      ...demoIdentity(emulator.host, adminEmail),
      SIMULATOR_URL: simulator.url,
      SMTP_URL: inbox.smtpUrl,
      ...unlimited,
      ...options.env,
    };
    undo.push(() => server.stop());
    await server.start();
    const servers = { url, emulatorHost: emulator.host };
    const admin = await openAccount(servers, adminEmail);
    const buyers = await openAccounts(servers, 'fault-buyer', options.buyers);
    // One tool that never runs out and two that do, so that refusals are part of every history.
    const toolIds = await openTools(url, admin, [1_000_000, 400, 60]);
    return {
      url,
      redisUrl: `redis://127.0.0.1:${redis.port}`,
      dataDir,
      redis,
      proxy,
      simulator: new ShopHttp(simulator.url, 10_000),
      simulatorUrl: simulator.url,
      inboxUrl: inbox.url,
      admin,
      buyers,
      toolIds,
      endBff: (signal) => server.signal(signal),
      startBff: () => server.start(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
