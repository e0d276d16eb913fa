import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { simulatorKeys } from '../stack/demo-environment.ts';
import type { FaultEnvironment } from './fault-environment.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What one fault needs beyond what every environment has. */
interface FaultSetup {
  redisDir?: string;
  env?: Record<string, string>;
  remove(): void;
}

/** One kind of fault. */
export interface Fault {
  name: string;
  /** How often a whole run injects it. */
  rounds: number;
  /** Makes what the fault needs, or gives the reason (a sentence) why this machine cannot. */
  setUp?: () => FaultSetup | string;
  /** Harms the shop in the middle of load and leaves every process running again. */
  inject: (environment: FaultEnvironment, random: SeededRandom, setup: FaultSetup) => Promise<void>;
}

const killRedis = async (environment: FaultEnvironment, random: SeededRandom) => {
  await environment.redis.signal('SIGKILL');
  await pause(random.whole(50, 800));
  await environment.redis.start();
};

const killBff = async (environment: FaultEnvironment, random: SeededRandom) => {
  await environment.endBff('SIGKILL');
  await pause(random.whole(50, 800));
  await environment.startBff();
};

const tellSimulator = (environment: FaultEnvironment, method: string, path: string, body?: unknown) =>
  environment.simulator.must(method, path, {
    token: simulatorKeys.STRIPE_SECRET_KEY,
    ...(body === undefined ? {} : { body }),
  });

/** For some seconds the simulator's API or its messages misbehave; then they work again and what was held is sent. */
const whileSimulator =
  (apiFault: Record<string, unknown> | null, webhooks: Record<string, unknown> | null) =>
  async (environment: FaultEnvironment) => {
    if (apiFault !== null)
      await tellSimulator(environment, 'POST', '/test/faults', { times: 60, ...apiFault });
    if (webhooks !== null) await tellSimulator(environment, 'PUT', '/test/webhooks', webhooks);
    await pause(4000);
    await tellSimulator(environment, 'DELETE', '/test/faults');
    await tellSimulator(environment, 'PUT', '/test/webhooks', {});
    await tellSimulator(environment, 'POST', '/test/webhooks/flush');
  };

/** Folders of Debian's libraries, by processor. */
const fakeTimeFolder = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].find((folder) =>
  existsSync(`${folder}/faketime/libfaketime.so.1`),
);

/** A file that sets the clock of child processes only; the machine's own clock is never touched. */
function ownClock(): FaultSetup | string {
  if (fakeTimeFolder === undefined) return 'Debian’s faketime is not installed';
  const folder = mkdtempSync(join(tmpdir(), 'karigar-clock-'));
  const file = join(folder, 'offset');
  writeFileSync(file, '+0');
  return {
    env: {
      // Redis's own allocator asks for the time before faketime is ready: libc's, put before it, does not.
      LD_PRELOAD: `${fakeTimeFolder}/faketime/libfaketime.so.1:${fakeTimeFolder}/libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A file system of 96 MB in memory for Redis alone. */
function smallDisk(): FaultSetup | string {
  if (process.getuid?.() !== 0) return 'only root may mount a small tmpfs';
  const redisDir = mkdtempSync(join(tmpdir(), 'karigar-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', redisDir], { stdio: 'pipe' });
  } catch {
    rmSync(redisDir, { recursive: true, force: true });
    return 'this container may not mount a tmpfs';
  }
  const remove = () => {
    execFileSync('umount', [redisDir], { stdio: 'pipe' });
    rmSync(redisDir, { recursive: true, force: true });
  };
  return { redisDir, remove };
}

function fillDisk(folder: string): string {
  const file = join(folder, 'ballast');
  const handle = openSync(file, 'w');
  try {
    for (let size = 2 ** 20; size >= 1; size = size > 1 ? size >> 4 || 1 : 0) {
      const block = Buffer.alloc(size);
      try {
        for (;;) if (writeSync(handle, block) < size) break;
      } catch {
        // Full for this block size: go on with a smaller one.
      }
    }
  } finally {
    closeSync(handle);
  }
  return file;
}

/** Every fault that the shop promises to survive, in the order of a whole run. */
export const faults: readonly Fault[] = [
  { name: 'kill -9 of Redis', rounds: 20, inject: killRedis },
  { name: 'kill -9 of the BFF', rounds: 20, inject: killBff },
  {
    name: 'kill -9 of both',
    rounds: 20,
    async inject(environment, random) {
      await Promise.all([environment.redis.signal('SIGKILL'), environment.endBff('SIGKILL')]);
      await pause(random.whole(50, 500));
      await environment.redis.start();
      await environment.startBff();
    },
  },
  {
    name: 'Redis stopped (SIGSTOP) for 5 s',
    rounds: 5,
    async inject(environment) {
      await environment.redis.signal('SIGSTOP');
      await pause(5000);
      await environment.redis.signal('SIGCONT');
    },
  },
  {
    name: 'connection to Redis cut at random points',
    rounds: 5,
    async inject(environment, random) {
      environment.proxy.setCutting(random.pick([0.01, 0.03, 0.1]));
      await pause(3000);
      environment.proxy.setCutting(0);
    },
  },
  {
    name: 'restart of the BFF (SIGTERM) during load',
    rounds: 5,
    async inject(environment) {
      await environment.endBff('SIGTERM');
      await environment.startBff();
    },
  },
  {
    name: 'disk full',
    rounds: 5,
    setUp: smallDisk,
    async inject(environment, _random, { redisDir = '' }) {
      const ballast = fillDisk(redisDir);
      // Redis ends itself when its log cannot be flushed.
      await environment.redis.ended();
      rmSync(ballast);
      await environment.redis.start();
    },
  },
  {
    name: 'clock jump (Redis and BFF, hours ahead and back)',
    rounds: 5,
    setUp: ownClock,
    async inject(_environment, random, { env = {} }) {
      const file = env.FAKETIME_TIMESTAMP_FILE ?? '';
      for (const hours of [random.whole(1, 5), -random.whole(1, 5), 0]) {
        writeFileSync(file, `${hours < 0 ? '' : '+'}${hours * 3600}`);
        await pause(2500);
      }
    },
  },
  {
    name: 'payment provider slow',
    rounds: 5,
    inject: whileSimulator({ effect: 'slow', ms: 1500 }, null),
  },
  {
    name: 'payment messages sent three times',
    rounds: 5,
    inject: whileSimulator(null, { copies: 3, jitterMs: 500 }),
  },
  {
    name: 'payment messages out of order',
    rounds: 5,
    inject: whileSimulator(null, { copies: 2, jitterMs: 3000 }),
  },
  {
    name: 'payment provider silent (works, never answers)',
    rounds: 5,
    inject: whileSimulator({ effect: 'no-answer' }, { held: true }),
  },
  {
    name: 'payment provider away',
    rounds: 5,
    inject: whileSimulator({ effect: 'away' }, { held: true }),
  },
];
