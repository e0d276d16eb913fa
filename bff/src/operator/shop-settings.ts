import { closeSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRedisAddress } from '@karigar/events';
import { z } from 'zod';
import { lockFolder } from '../config/lock-folder.ts';
import { type DataKeys, dataKeyFile, dataKeyFrom } from '../personal/data-key.ts';
import { OperatorError } from './operator-error.ts';

/** The shop that a command works on, and how to reach its parts. */
export interface ShopSettings {
  readonly redisUrl: string;
  /** How many replicas must have flushed what a command wrote before it is done. */
  readonly replicas: number;
  /** Address of the payment simulator; null where Stripe itself is used. */
  readonly simulatorUrl: string | null;
  /** The payment provider's secret key; null when none is set. */
  readonly paymentKey: string | null;
  /** Folder of the pictures and of everything else that is not in Redis. */
  readonly dataDir: string;
  /** DATA_KEY and DATA_KEY_FORMER as they are given; null when not. */
  readonly dataKey: string | null;
  readonly dataKeyFormer: string | null;
  /** KEEP_INVOICES_YEARS; null when it is not given and the shop is not a local one, whose server counts it as 0. */
  readonly keepInvoicesYears: number | null;
  readonly production: boolean;
  /** The public address of the shop; null when neither SHOP_URL nor a running local shop tells it. */
  readonly shopUrl: string | null;
  /** Where a running local shop has its stand-ins for sign-in and payment, and who is its admin, as variables of a server; none elsewhere. */
  readonly standIns: Readonly<Record<string, string>>;
  /** All that was given, for commands that read more of it. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** What the commands need of the note `running.json`, which `infra/src/stack/data-dir.ts` writes. */
const Running = z.object({
  url: z.string().nullish(),
  redisUrl: z.string(),
  simulatorUrl: z.string().nullish(),
  emulatorHost: z.string().nullish(),
  adminEmails: z.string().nullish(),
});

/**
 * Finds the shop: by REDIS_URL, otherwise by the note that a running local shop leaves in DATA_DIR. Throws
 * `OperatorError` when neither is there.
 */
export function shopSettings(variables: Readonly<Record<string, string | undefined>>): ShopSettings {
  const dataDir = resolve(variables.DATA_DIR || '.data');
  const simulatorUrl = variables.SIMULATOR_URL || null;
  const paymentKey = variables.STRIPE_SECRET_KEY || null;
  const keys = {
    dataKey: variables.DATA_KEY || null,
    dataKeyFormer: variables.DATA_KEY_FORMER || null,
    production: variables.NODE_ENV === 'production',
  };
  const shopUrl = variables.SHOP_URL || null;
  const keepInvoicesYears = yearsOf(variables.KEEP_INVOICES_YEARS);
  const redisUrl = variables.REDIS_URL;
  const replicas = replicasOf(variables.REPLICAS);
  if (redisUrl) {
    // The text itself is not shown: it may hold a password.
    if (readRedisAddress(redisUrl) === null) {
      throw new OperatorError(
        'REDIS_URL is not the address of a Redis. Write it as redis://host:6379 or rediss://….',
      );
    }
    return {
      redisUrl,
      replicas,
      simulatorUrl,
      paymentKey,
      dataDir,
      ...keys,
      keepInvoicesYears,
      shopUrl,
      standIns: {},
      variables,
    };
  }
  const note = noteIn(dataDir);
  if (!existsSync(note)) throw noShop(dataDir);
  const parsed = Running.safeParse(readNote(note));
  if (!parsed.success) {
    throw new OperatorError(`${note} cannot be read. Start the shop again, or set REDIS_URL to its Redis.`);
  }
  return {
    redisUrl: parsed.data.redisUrl,
    replicas,
    simulatorUrl: simulatorUrl ?? parsed.data.simulatorUrl ?? null,
    paymentKey,
    dataDir,
    ...keys,
    keepInvoicesYears: keepInvoicesYears ?? 0,
    shopUrl: shopUrl ?? parsed.data.url ?? null,
    standIns: {
      ...(parsed.data.emulatorHost ? { FIREBASE_AUTH_EMULATOR_HOST: parsed.data.emulatorHost } : {}),
      ...(parsed.data.simulatorUrl ? { SIMULATOR_URL: parsed.data.simulatorUrl } : {}),
      ...(parsed.data.adminEmails ? { ADMIN_EMAILS: parsed.data.adminEmails } : {}),
    },
    variables,
  };
}

const noteIn = (dataDir: string): string => join(dataDir, 'running.json');

const noShop = (dataDir: string): OperatorError =>
  new OperatorError(
    `No shop runs on DATA_DIR (${dataDir}). Start it with "npm start", or set REDIS_URL to the Redis of the shop; the handbook, 4, starts the Redis of a local shop alone.`,
  );

/**
 * Keeps others from starting or clearing a shop on DATA_DIR while a command writes into it, until the descriptor is closed that this answers; null where the
 * shop of the command itself holds the folder. Throws `OperatorError` when another one does.
 */
export async function shareDataDir({ dataDir, redisUrl, variables }: ShopSettings): Promise<number | null> {
  if (!existsSync(dataDir)) return null;
  const lock = await lockFolder(dataDir, { shared: true });
  if (typeof lock === 'number') {
    if (variables.REDIS_URL) return lock;
    closeSync(lock);
    throw noShop(dataDir);
  }
  const running = Running.safeParse(readNote(noteIn(dataDir)));
  if (running.data?.redisUrl === redisUrl) return null;
  throw new OperatorError(
    `DATA_DIR (${dataDir}) is in use by ${lock}, and not for the shop at REDIS_URL: stop it first, or set DATA_DIR to the folder of that shop.`,
  );
}

function yearsOf(text: string | undefined): number | null {
  if (!text) return null;
  const years = Number(text);
  if (!Number.isInteger(years) || years < 0 || years > 30)
    throw new OperatorError('KEEP_INVOICES_YEARS must be a whole number of years from 0 to 30.');
  return years;
}

/**
 * Finds what wraps the keys of people: DATA_KEY as it is given, or as a local shop keeps it in its data folder. Throws `OperatorError` when there is
 * none, because a command never makes one.
 */
export function dataKeysOf({ dataKey, dataKeyFormer, dataDir }: ShopSettings): DataKeys {
  const file = join(dataDir, dataKeyFile);
  const text = dataKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
  if (text === null)
    throw new OperatorError(
      `Set DATA_KEY to that of the shop's servers: it is not in the environment, and not in ${file}, where a local shop keeps it.`,
    );
  return {
    current: dataKeyOf('DATA_KEY', text),
    former: dataKeyFormer === null ? null : dataKeyOf('DATA_KEY_FORMER', dataKeyFormer),
  };
}

function dataKeyOf(name: string, text: string): DataKeys['current'] {
  const key = dataKeyFrom(text);
  if (key === null)
    throw new OperatorError(`${name} is not 32 bytes in base64, as openssl rand -base64 32 makes them.`);
  return key;
}

function readNote(note: string): unknown {
  try {
    return JSON.parse(readFileSync(note, 'utf8'));
  } catch {
    return null;
  }
}

function replicasOf(text: string | undefined): number {
  const replicas = Number(text || 0);
  if (!Number.isInteger(replicas) || replicas < 0 || replicas > 10)
    throw new OperatorError('REPLICAS must be a whole number from 0 to 10.');
  return replicas;
}
