import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { StackFault } from './fault.ts';
import { projectRoot } from './places.ts';

/** What infra itself must know to start the parts; everything else goes to the BFF, which checks it. */
export interface Settings {
  host: string;
  port: number;
  /** Full path. */
  dataDir: string;
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
  const merged: Record<string, string> = { ...envFile(file) };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) merged[name] = value;
  return merged;
}

function envFile(file: string): Record<string, string> {
  try {
    const entries = Object.entries(parseEnv(readFileSync(file, 'utf8')));
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new StackFault(
      `The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): make it a text file that this user may read, or remove it.`,
    );
  }
}

/** Tells whether a shop that listens at `host` is reached from this machine alone; only then is the demo's sign-in open. */
export const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.[\d.]+$/.test(host);

/** Reads the settings from an environment. Throws a StackFault for a PORT that is no port. */
export function settingsFrom(env: Record<string, string>): Settings {
  const filled = (name: string) => (env[name]?.trim() === '' ? undefined : env[name]?.trim());
  const port = Number(filled('PORT') ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StackFault(`PORT is "${env.PORT}": set it to a number from 1 to 65535.`);
  }
  return {
    host: filled('HOST') ?? '127.0.0.1',
    port,
    dataDir: resolve(projectRoot, filled('DATA_DIR') ?? '.data'),
    redisUrl: filled('REDIS_URL') ?? null,
    useEmulator: filled('FIREBASE_PROJECT_ID') === undefined,
    useInbox: filled('SMTP_URL') === undefined && filled('FIREBASE_PROJECT_ID') === undefined,
    useSimulator: filled('STRIPE_SECRET_KEY') === undefined,
  };
}
