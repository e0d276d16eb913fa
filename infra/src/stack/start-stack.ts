import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ObjectStore } from '@karigar/events';
import { shopUrl, startBff } from './bff.ts';
import type { Child } from './child.ts';
import { forgetRunningShop, noteRunningShop, prepareDataDir } from './data-dir.ts';
import { demoIdentity, demoWays } from './demo-environment.ts';
import { StackFault } from './fault.ts';
import { freePort, portIsFree } from './free-port.ts';
import { outsideServices } from './outside-services.ts';
import { builtPwa } from './places.ts';
import { renewReadModels } from './read-models.ts';
import { startRedis } from './redis.ts';
import { settingsFrom } from './settings.ts';

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
 * Starts Redis, the Firebase Auth emulator, the payment simulator, the inbox and the BFF, each only if its real counterpart is not
 * configured, and waits until every part answers. Throws a StackFault, with everything stopped again, if one does not.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  // Everything that the shop writes is for this user alone.
  process.umask(0o077);
  const temporary = options.dataDir === undefined;
  const dataDir = resolve(options.dataDir ?? mkdtempSync(join(tmpdir(), 'karigar-')));
  const environment = { ...(process.env as Record<string, string>), ...options.env };
  const { port, objects, timeZone, ...settings } = settingsFrom({
    ...environment,
    DATA_DIR: dataDir,
    PORT: String(options.port ?? (await freePort())),
  });
  const { host = '127.0.0.1' } = options;
  await refuseBusyPort(port, host);
  const lock = options.lock ?? (await prepareDataDir(dataDir));
  const url = shopUrl(host, port);
  const say = options.quiet === false ? (line: string) => console.log(line) : () => undefined;
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const parts = new Map<PartName, Child>();
  const broken = Promise.withResolvers<string>();
  const begun: Promise<unknown>[] = [];
  /** Starts a part that is wanted. */
  const start = (
    name: PartName,
    what: string,
    wanted: boolean,
    begin: () => Promise<Child>,
  ): Promise<void> => {
    if (!wanted) return Promise.resolve();
    const since = Date.now();
    const part = begin().then((child) => {
      parts.set(name, child);
      say(`  ${what} answers (${((Date.now() - since) / 1000).toFixed(1)} s)`);
      void child.ended.then(({ code, signal }) => {
        if (child.stopping) return;
        const words = child.lastLines(3).join('\n  ');
        broken.resolve(
          `The ${child.name} ended by itself (${signal ?? `code ${code}`}); its log is ${logFile(name)}.\n  ${words}`,
        );
      });
    });
    begun.push(part);
    return part;
  };
  const stopParts = async () => {
    // The BFF first, so that no request meets half a shop.
    await parts.get('bff')?.stop(2000);
    await Promise.all([...parts.values()].map((child) => child.stop(1000)));
    forgetRunningShop(dataDir);
    closeSync(lock);
    if (temporary) rmSync(dataDir, { recursive: true, force: true });
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= stopParts());
  try {
    const { emulator, simulator, inbox } = await outsideServices({ dir: dataDir, logFile }, url, {
      // The shop passes the emulator's paths through, so the link works wherever the shop is seen from.
      onLink: (line) =>
        say(
          line
            .replace(/https?:\/\/[\d.:]+(?=\/emulator\/)/, url)
            .replace(/\p{Cc}/gu, '')
            .trim(),
        ),
    });
    const { useEmulator, useSimulator, useInbox } = settings;
    // It takes the longest by far, so the others do not wait for it.
    const startingEmulator = start('emulator', 'Firebase Auth emulator', useEmulator, emulator.start);
    let redisUrl = options.redisUrl ?? settings.redisUrl ?? '';
    const ownRedis = redisUrl === '';
    await Promise.all([
      start('redis', 'Redis', ownRedis, async () => {
        const password = options.redisPassword ?? randomBytes(24).toString('hex');
        const redis = await startRedis({
          ...{ dir: join(dataDir, 'redis'), logFile: logFile('redis') },
          ...{ password, lock },
        });
        redisUrl = redis.url;
        return redis.child;
      }),
      start('simulator', 'payment simulator', useSimulator, simulator.start),
      start('inbox', 'inbox', useInbox, inbox.start),
    ]);
    const emulatorHost = useEmulator ? emulator.address : null;
    const identity = emulatorHost === null ? {} : demoIdentity(emulatorHost, environment.ADMIN_EMAILS);
    noteRunningShop(dataDir, {
      ...{ SHOP_URL: url, REDIS_URL: redisUrl, SIMULATOR_URL: useSimulator ? simulator.address : '' },
      FIREBASE_AUTH_EMULATOR_HOST: emulatorHost ?? '',
      SHOP_TIME_ZONE: timeZone,
      ADMIN_EMAILS: identity.ADMIN_EMAILS ?? environment.ADMIN_EMAILS ?? '',
      STARTED_BY: String(process.pid),
    });
    if (ownRedis && (await renewReadModels(redisUrl, objects, timeZone)))
      say('  Read models of another release or time zone were made anew from the log');
    const startingBff = start('bff', 'BFF', true, () =>
      startBff({
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
          ...(useSimulator && { PAYMENTS_BY_HAND: demoWays }),
          ...environment,
          DATA_DIR: dataDir,
          REDIS_URL: redisUrl,
          ...identity,
          ...(useSimulator && simulator.environment),
          ...(useInbox && { ...inbox.environment, INBOX_URL: inbox.address }),
        },
      }),
    );
    await Promise.all([startingEmulator, startingBff]);
    const child = (name: PartName) => {
      const part = parts.get(name);
      if (part === undefined) throw new Error(`This stack runs no ${name} of its own`);
      return part;
    };
    return { url, redisUrl, dataDir, emulatorHost, objects, child, broken: broken.promise, stop };
  } catch (error) {
    // A part that comes up later must be known before all are stopped.
    await Promise.allSettled(begun);
    await stop();
    throw error;
  }
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
