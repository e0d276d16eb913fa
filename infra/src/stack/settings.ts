import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, ConfigError, configFrom } from '@karigar/bff/config';
import { type ObjectStore, openObjects } from '@karigar/events';
import { StackFault } from './fault.ts';
import { projectRoot } from './places.ts';

/** What infra itself must know to start the parts; the server is given the whole environment. */
export interface Settings {
  host: string;
  port: number;
  /** Full path. */
  dataDir: string;
  /** Where the shop keeps pictures and the archive of its log. */
  objects: ObjectStore;
  /** Whose days the shop counts sales by (IANA). */
  timeZone: string;
  /** A Redis that somebody else runs; null: we start one. */
  redisUrl: string | null;
  /** True while no Firebase project is configured. */
  useEmulator: boolean;
  /** True while neither a mail server nor a Firebase project is configured: letters then go to the demo's inbox. */
  useInbox: boolean;
  /** True while no Stripe key is configured. */
  useSimulator: boolean;
}

/**
 * Reads the project's `.env`, if there is one, below the given environment (which wins). Throws a StackFault when the
 * file cannot be read.
 */
export function readEnvironment(
  own: NodeJS.ProcessEnv,
  file: string = join(projectRoot, '.env'),
): Record<string, string> {
  try {
    const ofFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
    return { ...ofFile, ...own } as Record<string, string>;
  } catch (error) {
    throw new StackFault(
      `The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): make it a text file that this user may read, or remove it.`,
    );
  }
}

/** Tells whether a shop that listens at `host` is reached from this machine alone; only then is the demo's sign-in open. */
export const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.[\d.]+$/.test(host);

/**
 * Reads the settings from an environment, as the server will read it. Throws a StackFault that names every variable that cannot be meant. What is missing
 * comes with the emulator and the simulator.
 */
export function settingsFrom(env: Record<string, string>): Settings {
  const isSet = (name: string) => Boolean(env[name]);
  const { host, port, dataDir, objects, timeZone } = configOf(env);
  return {
    host,
    port,
    timeZone,
    dataDir: resolve(projectRoot, dataDir),
    objects: openObjects(objects.address, objects),
    redisUrl: env.REDIS_URL || null,
    useEmulator: !isSet('FIREBASE_PROJECT_ID'),
    useInbox: !isSet('SMTP_URL') && !isSet('FIREBASE_PROJECT_ID'),
    useSimulator: !isSet('STRIPE_SECRET_KEY'),
  };
}

function configOf(env: Record<string, string>): Config {
  try {
    return configFrom(env, (name) => Boolean(env[name]) && name !== 'REHEARSAL');
  } catch (error) {
    throw error instanceof ConfigError ? new StackFault(error.message) : error;
  }
}
