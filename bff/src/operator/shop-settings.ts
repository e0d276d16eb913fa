import { closeSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ObjectStore } from '@karigar/events';
import { z } from 'zod';
import { type Config, configFrom } from '../config/config.ts';
import { lockFolder } from '../config/lock-folder.ts';
import { openShopObjects } from '../config/open-shop-objects.ts';
import { type DataKeys, dataKeyFile, dataKeyFrom } from '../personal/data-key.ts';
import { OperatorError } from './failure-text.ts';

/** The shop that a command works on: the configuration of its servers, of which commands use a part. */
export interface ShopSettings extends Config {
  /** The variables that are set, with those of a running local shop. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether the shop was found by its note in DATA_DIR. */
  readonly isLocal: boolean;
}

/** The note that a running local shop leaves in its data folder, as variables of a server; `infra/src/stack/data-dir.ts` writes it. */
const Running = z
  .object({
    redisUrl: z.string(),
    url: z.string().nullish(),
    simulatorUrl: z.string().nullish(),
    emulatorHost: z.string().nullish(),
    adminEmails: z.string().nullish(),
  })
  .transform(({ redisUrl, url, simulatorUrl, emulatorHost, adminEmails }) => ({
    REDIS_URL: redisUrl,
    SHOP_URL: url,
    SIMULATOR_URL: simulatorUrl,
    FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
    ADMIN_EMAILS: adminEmails,
  }));

/** The variables that commands use; a fault in another one is left to the servers. */
const used =
  /^(NODE_ENV|REDIS_URL|REPLICAS|OBJECTS_\w+|DATA_KEY\w*|KEEP_INVOICES_YEARS|SIMULATOR_URL|STRIPE_SECRET_KEY|SHOP_URL|CARRIERS|DISPATCH_DAYS|RESERVE_HOURS\w*|SHOP_TIME_ZONE|CONTACT_\w+)$/;

/**
 * Finds the shop: by REDIS_URL, otherwise by the note of a running local shop in DATA_DIR. Throws `OperatorError` when neither is there, and `ConfigError` for
 * variables that cannot be meant.
 */
export function shopSettings(given: Readonly<Record<string, string | undefined>>): ShopSettings {
  const dataDir = resolve(given.DATA_DIR || '.data');
  const isLocal = !given.REDIS_URL;
  const variables = withoutEmpty({ ...(isLocal && noteIn(dataDir)), ...withoutEmpty(given) });
  // A variable that is missing is asked for by the command that needs it; the keys of a bucket belong to its address.
  const counts = (name: string) => used.test(name) && (name in variables || name.startsWith('OBJECTS_'));
  return { ...configFrom({ ...variables, DATA_DIR: dataDir }, counts), dataDir, variables, isLocal };
}

const withoutEmpty = (variables: Readonly<Record<string, string | null | undefined>>) =>
  Object.fromEntries(Object.entries(variables).filter((one): one is [string, string] => Boolean(one[1])));

function noteIn(dataDir: string): z.infer<typeof Running> {
  const note = join(dataDir, 'running.json');
  if (!existsSync(note)) throw noShop(dataDir);
  try {
    return Running.parse(JSON.parse(readFileSync(note, 'utf8')));
  } catch {
    throw new OperatorError(`${note} cannot be read. Start the shop again, or set REDIS_URL to its Redis.`);
  }
}

const noShop = (dataDir: string): OperatorError =>
  new OperatorError(
    `No shop runs on DATA_DIR (${dataDir}). Start it with "npm start", or set REDIS_URL to the Redis of the shop; the handbook, 4, starts the Redis of a local shop alone.`,
  );

/**
 * Keeps others from starting or clearing a shop on DATA_DIR while a command writes into it, until the descriptor is closed that this answers; null where the
 * shop of the command itself holds the folder. Throws `OperatorError` when another one does.
 */
export async function shareDataDir({ dataDir, redisUrl, isLocal }: ShopSettings): Promise<number | null> {
  if (!existsSync(dataDir)) return null;
  const lock = await lockFolder(dataDir, { shared: true });
  if (typeof lock === 'number') {
    if (!isLocal) return lock;
    closeSync(lock);
    throw noShop(dataDir);
  }
  if (existsSync(join(dataDir, 'running.json')) && noteIn(dataDir).REDIS_URL === redisUrl) return null;
  throw new OperatorError(
    `DATA_DIR (${dataDir}) is in use by ${lock}, and not for the shop at REDIS_URL: stop it first, or set DATA_DIR to the folder of that shop.`,
  );
}

/**
 * Finds what wraps the keys of people: DATA_KEY, or what a local shop keeps in its data folder. Throws `OperatorError` when there is
 * none, because a command never makes one.
 */
export function dataKeysOf({ dataKey, dataKeyFormer, dataDir }: ShopSettings): DataKeys {
  const file = join(dataDir, dataKeyFile);
  const current = dataKey ?? (existsSync(file) ? dataKeyFrom(readFileSync(file, 'utf8').trim()) : null);
  if (current === null)
    throw new OperatorError(
      `Set DATA_KEY to that of the shop's servers: it is not in the environment, and not in ${file}, where a local shop keeps it.`,
    );
  return { current, former: dataKeyFormer };
}

/** A command has more patience than a server: what it asks for is larger, and it is better late than not at all. */
const objectsTimeoutMs = 60_000;

/**
 * Opens the storage of objects of a shop. The folder DATA_DIR, which is the shop's own, is made where it is that storage; any other folder has to be there, because
 * it may be a disk that is not mounted.
 */
export function openObjectsOf(settings: ShopSettings): ObjectStore {
  if (settings.objects.address === pathToFileURL(settings.dataDir).href)
    mkdirSync(settings.dataDir, { recursive: true });
  return objectsThere(settings);
}

/** The same for reading: makes nothing. */
export const objectsThere = ({ objects }: ShopSettings): ObjectStore =>
  openShopObjects(objects, objectsTimeoutMs);
