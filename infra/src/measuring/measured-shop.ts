import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedOnce } from '../seed/seed-once.ts';
import { demoAccounts, unlimited } from '../stack/demo-environment.ts';
import { type Stack, type StackOptions, startStack } from '../stack/start-stack.ts';
import { type Account, type AccountServers, openAccount, openAccounts } from './accounts.ts';
import type { FilledRedis } from './filled-redis.ts';
import { openTools } from './tools.ts';

/** A shop of our own to measure, with people and tools in it. */
export interface MeasuredShop {
  url: string;
  redisUrl: string;
  stack: Stack;
  admin: Account;
  buyers: Account[];
  /** Tools with a million pieces each. */
  toolIds: string[];
}

/** What to put into the shop. */
export interface MeasuredShopOptions {
  buyers?: number;
  tools?: number;
  /** A filled Redis to take, with the keys of its persons. */
  filled?: FilledRedis;
  /** An empty Redis to take, and how many of its replicas are waited for. */
  redis?: { url: string; replicas: number };
  /** Also the demo catalogue. */
  seed?: boolean;
  /** Put over the environment of the server. */
  env?: Record<string, string>;
}

const benchAdmin = 'bench-admin@karigar.example';

/** What is put over the environment of a shop that is measured. */
export const measuredEnv = {
  ...unlimited,
  ADMIN_EMAILS: `${benchAdmin},${demoAccounts[1].email}`,
  LOG_LEVEL: 'warn',
};

/** Starts a shop on free ports, lets `work` measure it, and stops it whatever happens. */
export async function withShop<T>(
  options: MeasuredShopOptions,
  work: (shop: MeasuredShop) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karigar-measured-'));
  options.filled?.copyKeys(dataDir);
  // Yardsticks speak to Redis with tools of their own.
  const stackOptions: StackOptions = { env: { ...measuredEnv, ...options.env }, dataDir, redisPassword: '' };
  if (options.filled !== undefined) stackOptions.redisUrl = options.filled.url;
  if (options.redis !== undefined) {
    stackOptions.redisUrl = options.redis.url;
    stackOptions.env = { ...stackOptions.env, REPLICAS: String(options.redis.replicas) };
  }
  const stack = await startStack(stackOptions);
  try {
    const { url, redisUrl } = stack;
    if (options.seed === true) await seedOnce(stack, () => undefined);
    if (stack.emulatorHost === null)
      throw new Error('Benchmarks use the local emulator: unset FIREBASE_PROJECT_ID');
    const filled = await fillShop({ url, emulatorHost: stack.emulatorHost }, options);
    return await work({ url, redisUrl, stack, ...filled });
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Makes the admin, the buyers and the tools of a shop that is measured. */
export async function fillShop(
  servers: AccountServers,
  { buyers = 0, tools = 0 }: Pick<MeasuredShopOptions, 'buyers' | 'tools'>,
): Promise<Pick<MeasuredShop, 'admin' | 'buyers' | 'toolIds'>> {
  const admin = await openAccount(servers, benchAdmin);
  const stock = Array.from({ length: tools }, () => 1_000_000);
  return {
    admin,
    buyers: await openAccounts(servers, 'bench-buyer', buyers),
    toolIds: await openTools(servers.url, admin, stock),
  };
}

/**
 * Keeps server processes on the first core and this process, the client, on the others while `work` runs, so that both
 * sides of a pair have the same room. Changes nothing where there is one core or no `taskset`.
 */
export async function onSeparateCores<T>(servers: readonly number[], work: () => Promise<T>): Promise<T> {
  const last = availableParallelism() - 1;
  if (last === 0) return work();
  for (const server of servers) pin(server, '0');
  pin(process.pid, `1-${last}`);
  try {
    return await work();
  } finally {
    // Whatever is started later inherits our cores.
    pin(process.pid, `0-${last}`);
  }
}

function pin(pid: number, cores: string): void {
  try {
    execFileSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' });
  } catch {
    // Not Linux, or not allowed: the pair then shares the cores as the system likes.
  }
}
