import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openWhole } from '../stack/open-whole.ts';
import type { Fault, ShopNeeded } from './fault.ts';
import { type OneShop, openOneShop } from './one-shop.ts';

type OneShopFault = Fault<OneShop>;

/** For some seconds the simulator's API or its messages misbehave; then they work again and what was held is sent. */
const whileSimulator =
  ({ api, webhooks }: { api?: object; webhooks?: object }): OneShopFault['inject'] =>
  async ({ simulator, keys: { STRIPE_SECRET_KEY: token } }) => {
    if (api) await simulator.must('POST', '/test/faults', { token, body: { times: 60, ...api } });
    if (webhooks) await simulator.must('PUT', '/test/webhooks', { token, body: webhooks });
    await pause(4000);
    await simulator.must('DELETE', '/test/faults', { token });
    await simulator.must('PUT', '/test/webhooks', { token, body: {} });
    await simulator.must('POST', '/test/webhooks/flush', { token });
  };

/** Folders of Debian's libraries, by processor. */
const fakeTimeFolder = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].find((folder) =>
  existsSync(`${folder}/faketime/libfaketime.so.1`),
);

/** A shop whose Redis and server have a clock of their own, set by a file; the machine's own clock is never touched. */
const needsOwnClock: ShopNeeded<OneShop & { clock: string }> = {
  lasts: 'a fault',
  async open() {
    if (fakeTimeFolder === undefined) return 'Debian’s faketime is not installed';
    return openWhole(async (undo) => {
      const folder = mkdtempSync(join(tmpdir(), 'karigar-clock-'));
      undo.defer(() => rmSync(folder, { recursive: true, force: true }));
      const clock = join(folder, 'offset');
      writeFileSync(clock, '+0');
      const env = {
        // Redis's own allocator asks for the time before faketime is ready: libc's, put before it, does not.
        LD_PRELOAD: `${fakeTimeFolder}/faketime/libfaketime.so.1:${fakeTimeFolder}/libc.so.6`,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      const shop = await openOneShop({ env });
      undo.use(shop);
      return { ...shop, clock };
    });
  },
};

/** A shop whose Redis has a file system of 96 MB in memory for itself. */
const needsSmallDisk: ShopNeeded<OneShop> = {
  lasts: 'a fault',
  async open() {
    if (process.getuid?.() !== 0) return 'only root may mount a small tmpfs';
    const redisDir = mkdtempSync(join(tmpdir(), 'karigar-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', redisDir], { stdio: 'pipe' });
    } catch {
      rmSync(redisDir, { recursive: true, force: true });
      return 'this container may not mount a tmpfs';
    }
    return openWhole(async (undo) => {
      undo.defer(() => {
        execFileSync('umount', [redisDir], { stdio: 'pipe' });
        rmSync(redisDir, { recursive: true, force: true });
      });
      const shop = await openOneShop({ redisDir });
      undo.use(shop);
      return shop;
    });
  },
};

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

/** A fault with a shop of its own. */
const fault = (name: string, rounds: number, inject: OneShopFault['inject']): OneShopFault => ({
  name,
  rounds,
  needs: { lasts: 'a fault', open: () => openOneShop() },
  inject,
});

/** Every fault that a shop of one server promises to survive, in the order of a whole run. */
export const oneShopFaults: readonly OneShopFault[] = [
  fault('kill -9 of Redis', 20, async ({ redis }, { random }) => {
    await redis.signal('SIGKILL');
    await pause(random.whole(50, 800));
    await redis.start();
  }),
  fault('kill -9 of the BFF', 20, async ({ server }, { random }) => {
    await server.signal('SIGKILL');
    await pause(random.whole(50, 800));
    await server.start();
  }),
  fault('kill -9 of both', 20, async ({ redis, server }, { random }) => {
    await Promise.all([redis.signal('SIGKILL'), server.signal('SIGKILL')]);
    await pause(random.whole(50, 500));
    await redis.start();
    await server.start();
  }),
  fault('Redis stopped (SIGSTOP) for 5 s', 5, async ({ redis }) => {
    await redis.signal('SIGSTOP');
    await pause(5000);
    await redis.signal('SIGCONT');
  }),
  fault('connection to Redis cut at random points', 5, async ({ redis: { link } }, { random }) => {
    const probability = random.pick([0.01, 0.03, 0.1]);
    link.tear((bytes) => (random.chance(probability) ? random.whole(0, bytes) : null));
    await pause(3000);
    link.heal();
  }),
  fault('restart of the BFF (SIGTERM) during load', 5, async ({ server }) => {
    await server.signal('SIGTERM');
    await server.start();
  }),
  {
    name: 'disk full',
    rounds: 5,
    needs: needsSmallDisk,
    async inject({ redis }) {
      const ballast = fillDisk(redis.dir);
      // Redis ends itself when its log cannot be flushed.
      await redis.ended();
      rmSync(ballast);
      await redis.start();
    },
  },
  {
    name: 'clock jump (Redis and BFF, hours ahead and back)',
    rounds: 5,
    needs: needsOwnClock,
    async inject({ clock }, { random }) {
      for (const hours of [random.whole(1, 5), -random.whole(1, 5), 0]) {
        writeFileSync(clock, `${hours < 0 ? '' : '+'}${hours * 3600}`);
        await pause(2500);
      }
    },
  } satisfies Fault<OneShop & { clock: string }>,
  ...Object.entries({
    'payment provider slow': { api: { effect: 'slow', ms: 1500 } },
    'payment messages sent three times': { webhooks: { copies: 3, jitterMs: 500 } },
    'payment messages out of order': { webhooks: { copies: 2, jitterMs: 3000 } },
    'payment provider silent (works, never answers)': {
      ...{ api: { effect: 'no-answer' }, webhooks: { held: true } },
    },
    'payment provider away': { api: { effect: 'away' }, webhooks: { held: true } },
  }).map(([name, harm]) => fault(name, 5, whileSimulator(harm))),
];
