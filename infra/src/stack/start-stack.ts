import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ObjectStore } from '@karigar/events';
import { shopUrl, startBff } from './bff.ts';
import type { Child } from './child.ts';
import { forgetRunningShop, noteRunningShop, prepareDataDir } from './data-dir.ts';
import { demoIdentity, demoWays, simulatorKeys } from './demo-environment.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { StackFault } from './fault.ts';
import { freePort, portIsFree } from './free-port.ts';
import { startInbox } from './inbox.ts';
import { builtPwa } from './places.ts';
import { renewReadModels } from './read-models.ts';
import { startRedis } from './redis.ts';
import { settingsFrom } from './settings.ts';
import { startSimulator } from './simulator.ts';

/** The parts that can be started, by the names that `child()` takes. */
type PartName = 'redis' | 'emulator' | 'simulator' | 'inbox' | 'bff';

/** How a stack is started; everything is optional. */
export interface StackOptions {
  /** Default: a new temporary folder, removed at stop(). */
  dataDir?: string;
  /** What `prepareDataDir` gave for that folder. Default: the folder is prepared here. */
  lock?: number;
  /** Default: a free one. A busy one is refused. */
  port?: number;
  host?: string;
  /** A Redis that somebody else runs; then none is started or stopped here. */
  redisUrl?: string;
  /** Of the Redis that is started. Default: a random one; '' for none. */
  redisPassword?: string;
  /** Put over the environment of this process. */
  env?: Record<string, string>;
  /** True: print nothing. Default true. */
  quiet?: boolean;
  /** Restart the BFF when its sources change. Default false. */
  watch?: boolean;
}

/** A running shop. */
export interface Stack {
  url: string;
  redisUrl: string;
  simulatorUrl: string | null;
  /** Where the demo's inbox lists the letters; null when a real mail server is configured. */
  inboxUrl: string | null;
  /** `host:port`; null when a real Firebase project is configured. */
  emulatorHost: string | null;
  dataDir: string;
  /** Where it keeps pictures and the archive of its log. */
  objects: ObjectStore;
  /** A part's process, to kill it in a test. Throws if this stack did not start it. */
  child(name: PartName): Child;
  /** Settles with a sentence when a part ends without having been stopped. */
  broken: Promise<string>;
  /** Stops every part, within 5 s. */
  stop(): Promise<void>;
}

/**
 * Starts Redis, the Firebase Auth emulator, the payment simulator and the BFF, each only if its real counterpart is not
 * configured, and waits until every part answers. Throws a StackFault, with everything stopped again, if one does not.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  // Everything that the shop writes is for this user alone.
  process.umask(0o077);
  const temporary = options.dataDir === undefined;
  const dataDir = resolve(options.dataDir ?? mkdtempSync(join(tmpdir(), 'karigar-')));
  const environment = { ...inherited(), ...options.env };
  const settings = settingsFrom({
    ...environment,
    DATA_DIR: dataDir,
    PORT: String(options.port ?? (await freePort())),
  });
  const { port } = settings;
  const host = options.host ?? '127.0.0.1';
  await refuseBusyPort(port, host);
  const lock = options.lock ?? (await prepareDataDir(dataDir));
  const url = shopUrl(host, port);
  const say = options.quiet === false ? (line: string) => console.log(line) : () => undefined;
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const own = (name: string) => ({ dir: join(dataDir, name), logFile: logFile(name) });
  const parts = new Map<PartName, Child>();
  let announceBreak: (sentence: string) => void = () => undefined;
  const broken = new Promise<string>((settle) => {
    announceBreak = settle;
  });
  const register = (name: PartName, child: Child) => {
    parts.set(name, child);
    void child.ended.then(({ code, signal }) => {
      if (child.stopping) return;
      const words = child.lastLines(3).join('\n  ');
      announceBreak(
        `The ${child.name} ended by itself (${signal ?? `code ${code}`}); its log is ${logFile(name)}.\n  ${words}`,
      );
    });
  };
  let emulator: Emulator | null = null;
  const stopParts = async () => {
    // The BFF first, so that no request meets half a shop; the accounts are written while the emulator still lives.
    const since = Date.now();
    await parts.get('bff')?.stop(2000);
    await emulator?.accounts.close(3500 - (Date.now() - since));
    await Promise.all([...parts.values()].map((child) => child.stop(1000)));
    forgetRunningShop(dataDir);
    closeSync(lock);
    if (temporary) rmSync(dataDir, { recursive: true, force: true });
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= stopParts());
  const begun: Promise<unknown>[] = [];
  /** Starts a part unless something real is configured in its place. */
  const start = <T extends { child: Child }>(
    name: PartName,
    what: string,
    wanted: boolean,
    begin: () => Promise<T>,
  ): Promise<T | null> => {
    if (!wanted) return Promise.resolve(null);
    const since = Date.now();
    const part = begin().then((up) => {
      register(name, up.child);
      say(`  ${what} answers (${((Date.now() - since) / 1000).toFixed(1)} s)`);
      return up;
    });
    begun.push(part);
    return part;
  };

  try {
    const emulatorPort = await freePort();
    const emulatorHost = settings.useEmulator ? `127.0.0.1:${emulatorPort}` : null;
    // It takes the longest by far, so the others do not wait for it.
    const startingEmulator = start('emulator', 'Firebase Auth emulator', settings.useEmulator, async () => {
      emulator = await startEmulator({
        ...own('emulator'),
        port: emulatorPort,
        // The shop passes the emulator's paths through, so the link works wherever the shop is seen from.
        onLink: (line) =>
          say(
            line
              .replace(/https?:\/\/[\d.:]+(?=\/emulator\/)/, url)
              .replace(/\p{Cc}/gu, '')
              .trim(),
          ),
      });
      return emulator;
    });
    const [redis, simulator, inbox] = await Promise.all([
      start('redis', 'Redis', options.redisUrl === undefined && settings.redisUrl === null, () =>
        startRedis({
          ...own('redis'),
          password: options.redisPassword ?? randomBytes(24).toString('hex'),
          lock,
        }),
      ),
      start('simulator', 'payment simulator', settings.useSimulator, () =>
        startSimulator({ ...own('simulator'), webhookUrl: `${url}/api/webhooks/stripe` }),
      ),
      start('inbox', 'inbox', settings.useInbox, () => startInbox(own('inbox'))),
    ]);
    const redisUrl = options.redisUrl ?? settings.redisUrl ?? redis?.url ?? '';
    const identity = emulatorHost === null ? {} : demoIdentity(emulatorHost, environment.ADMIN_EMAILS);
    noteRunningShop(dataDir, {
      ...{ SHOP_URL: url, REDIS_URL: redisUrl, SIMULATOR_URL: simulator?.url ?? '' },
      FIREBASE_AUTH_EMULATOR_HOST: emulatorHost ?? '',
      SHOP_TIME_ZONE: settings.timeZone,
      ADMIN_EMAILS: identity.ADMIN_EMAILS ?? environment.ADMIN_EMAILS ?? '',
      STARTED_BY: String(process.pid),
    });
    if (redis !== null && (await renewReadModels(redis.url, settings.objects, settings.timeZone)))
      say('  Read models of another release or time zone were made anew from the log');
    const startingBff = start('bff', 'BFF', true, async () => ({
      child: await startBff({
        host,
        port,
        watch: options.watch === true,
        // All but its journal: what Node says of code that it cannot run.
        onLine: (line) => {
          if (options.watch && !line.startsWith('{')) say(`  [server] ${line}`);
        },
        logFile: logFile('bff'),
        env: {
          PWA_DIST: builtPwa,
          ...(simulator !== null && { PAYMENTS_BY_HAND: demoWays }),
          ...environment,
          DATA_DIR: dataDir,
          REDIS_URL: redisUrl,
          ...identity,
          ...(simulator === null ? {} : { ...simulatorKeys, SIMULATOR_URL: simulator.url }),
          ...(inbox === null ? {} : { SMTP_URL: inbox.smtpUrl, INBOX_URL: inbox.url }),
        },
      }),
    }));
    await Promise.all([startingEmulator, startingBff]);
    const child = (name: PartName) => {
      const part = parts.get(name);
      if (part === undefined) throw new Error(`This stack runs no ${name} of its own`);
      return part;
    };
    return {
      ...{ url, redisUrl, dataDir, emulatorHost, child, broken, stop },
      objects: settings.objects,
      simulatorUrl: simulator?.url ?? null,
      inboxUrl: inbox?.url ?? null,
    };
  } catch (error) {
    // A part that comes up later must be known before all are stopped.
    await Promise.allSettled(begun);
    await stop();
    throw error;
  }
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Throws a StackFault if the shop could not listen there. */
export async function refuseBusyPort(port: number, host: string): Promise<void> {
  const free = await portIsFree(port, host).catch((error: NodeJS.ErrnoException) => {
    throw new StackFault(
      `Karigar cannot listen on ${host}:${port} (${error.code}): set HOST and PORT to an address of this machine.`,
    );
  });
  if (!free) {
    throw new StackFault(
      `Port ${port} is busy: stop what listens there, or choose another with "PORT=8788 npm start".`,
    );
  }
}
