import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedOnce } from '../seed/seed-once.ts';
import { openTools } from '../seed/tools-and-orders.ts';
import { demoAccounts, unlimited } from '../stack/demo-environment.ts';
import { openWhole, type Whole } from '../stack/open-whole.ts';
import { type Stack, type StackOptions, startStack } from '../stack/start-stack.ts';
import { type Account, type AccountServers, openAccount, openAccounts } from './accounts.ts';

/** Who and what is in a shop that is measured. */
export interface People {
  admin: Account;
  buyers: readonly Account[];
  toolIds: string[];
  /** The n-th buyer and the n-th tool, the first ones again after the last. Throws when there are none. */
  pick(n: number): { buyer: Account; toolId: string };
}

/** A shop of our own to measure, with people and tools in it. */
export interface MeasuredShop extends People {
  url: string;
  redisUrl: string;
  stack: Stack;
  /** Process id of the server. */
  server: number;
}

/** What to put into the shop. */
interface MeasuredShopOptions {
  buyers?: number;
  tools?: number;
  /** A Redis to take, and what copies the keys of the persons in it into the folder of the shop. */
  redis?: { url: string; copyKeys?: (dataDir: string) => void };
  /** Also the demo catalogue. */
  seed?: boolean;
  /** Put over the environment of the server. */
  env?: Record<string, string>;
}

/** The address of the admin, in ADMIN_EMAILS. */
export const adminEmail = 'bench-admin@karigar.example';

/** What is put over the environment of a shop that is measured. */
export const measuredEnv = {
  ...unlimited,
  ADMIN_EMAILS: `${adminEmail},${demoAccounts[1].email}`,
  LOG_LEVEL: 'warn',
};

/** Starts a shop on free ports for a measurement. */
export function startShop({
  redis,
  seed = false,
  env = {},
  buyers = 0,
  tools = 0,
}: MeasuredShopOptions = {}): Promise<Whole<MeasuredShop>> {
  return openWhole(async (undo) => {
    const { path: dataDir } = undo.use(mkdtempDisposableSync(join(tmpdir(), 'karigar-measured-')));
    redis?.copyKeys?.(dataDir);
    // Yardsticks speak to Redis with tools of their own.
    const stackOptions: StackOptions = { env: { ...measuredEnv, ...env }, dataDir, redisPassword: '' };
    if (redis !== undefined) stackOptions.redisUrl = redis.url;
    const stack = await startStack(stackOptions);
    undo.defer(() => stack.stop());
    const { url, redisUrl, emulatorHost } = stack;
    if (seed) await seedOnce(stack, () => undefined);
    if (emulatorHost === null)
      throw new Error('Benchmarks use the local emulator: unset FIREBASE_PROJECT_ID');
    const filled = await fillShop({ url, emulatorHost }, buyers, plenty(tools));
    return { url, redisUrl, stack, ...filled, server: stack.child('bff').pid };
  });
}

/** Makes the admin, so many buyers, and a tool with each stock. Throws when the shop refuses. */
export async function fillShop(
  servers: AccountServers,
  people: number,
  stock: readonly number[],
): Promise<People> {
  const admin = await openAccount(servers, adminEmail);
  const buyers = await openAccounts(servers, 'buyer', people);
  const toolIds = await openTools(servers.url, admin, stock);
  return {
    ...{ admin, buyers, toolIds },
    pick(n) {
      const [buyer, toolId] = [buyers[n % people], toolIds[n % stock.length]];
      if (buyer === undefined || toolId === undefined) throw new Error('The shop has no buyers or no tools');
      return { buyer, toolId };
    },
  };
}

/** The stock of so many tools that never run out. */
export const plenty = (tools: number): number[] => Array(tools).fill(1_000_000);
