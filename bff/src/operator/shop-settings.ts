import { closeSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Config, configFrom } from '../config/config.ts';
import { lockFolder } from '../config/lock-folder.ts';
import { openShopKeys } from '../config/open-shop-objects.ts';
import { setCurrency } from '../contracts/money.ts';
import { type DataKeys, dataKeyFile, dataKeyFrom } from '../personal/data-key.ts';
import type { KeyObjects } from '../personal/key-objects.ts';
import { OperatorError } from './failure-text.ts';

/** The shop that a command works on: the configuration of its servers, of which commands use a part. */
export interface ShopSettings extends Config {
  /** The variables that are set, with those of a running local shop. */
  variables: Readonly<Record<string, string>>;
  /** Whether the shop was found by its note in DATA_DIR. */
  isLocal: boolean;
}

/** The note that a running local shop leaves in its data folder: variables of its server; `infra/src/stack/data-dir.ts` writes it. */
const Running = z.record(z.string(), z.string());

/** A command has more patience than a server (ms). */
export const objectsTimeoutMs = 60_000;

/**
 * Finds the shop: by REDIS_URL, otherwise by the note of a running local shop in DATA_DIR. Throws `OperatorError` when neither is there, and `ConfigError` for
 * variables that cannot be meant, and with `needsAll` for those that are missing.
 */
export function shopSettings(
  given: Readonly<Record<string, string | undefined>>,
  needsAll = false,
): ShopSettings {
  const dataDir = resolve(given.DATA_DIR || '.data');
  const isLocal = !given.REDIS_URL;
  const note = isLocal ? noteIn(dataDir) : {};
  if (note === null) throw noShop(dataDir);
  const set = [note, given].flatMap(Object.entries<string | undefined>);
  const variables = Object.fromEntries(set.filter((one): one is [string, string] => Boolean(one[1])));
  // A variable that is missing is asked for by the command that needs it; the keys of a bucket belong to its address.
  const counts = (name: string) => needsAll || name in variables || name.startsWith('OBJECTS_');
  const config = configFrom({ ...variables, DATA_DIR: dataDir }, counts);
  setCurrency(config.currency);
  return { ...config, dataDir, variables, isLocal };
}

/** Reads the note in a data folder; null where there is none. */
function noteIn(dataDir: string): z.infer<typeof Running> | null {
  try {
    return Running.parse(JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')));
  } catch {
    return null;
  }
}

const noShop = (dataDir: string): OperatorError =>
  new OperatorError(
    `No shop runs on DATA_DIR (${dataDir}). Start it with "npm start", or set REDIS_URL to the Redis of the shop; the handbook, 4, starts the Redis of a local shop alone.`,
  );

/**
 * Keeps others from starting or clearing a shop on DATA_DIR while a command writes into it, until the function is called that this answers. The shop of the
 * command itself may hold the folder. Throws `OperatorError` when another one does.
 */
export async function shareDataDir({ dataDir, redisUrl, isLocal }: ShopSettings): Promise<() => void> {
  const lock = existsSync(dataDir) ? await lockFolder(dataDir, { shared: true }) : null;
  if (typeof lock === 'number') {
    const release = () => closeSync(lock);
    if (!isLocal) return release;
    release();
    throw noShop(dataDir);
  }
  if (lock === null || noteIn(dataDir)?.REDIS_URL === redisUrl) return () => undefined;
  throw new OperatorError(
    `DATA_DIR (${dataDir}) is in use by ${lock}: stop it first, or set DATA_DIR to the folder of the shop at REDIS_URL.`,
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

/** The storage of the keys of people; makes nothing. */
export const keysThere = ({ keys }: ShopSettings): KeyObjects => openShopKeys(keys, objectsTimeoutMs);
