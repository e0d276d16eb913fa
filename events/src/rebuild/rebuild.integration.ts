import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScan, type Scan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { keepBusy, openBusyShop, visit } from '../testing/busy-shop.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { startRedis } from '../testing/start-redis.ts';
import { generationSnapshot } from '../testing/store-snapshot.ts';
import { verify } from '../verify/verify.ts';
import { type RebuildStep, rebuild } from './rebuild.ts';

// Much is built and thrown away here: on a machine that has other work, each test may take its time.

let log: OrderLog;
const connections: Scan[] = [];

const redis = await startRedis();
beforeEach(async () => {
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 60_000 });
  await log.redis.run((connection) => connection.flushAll());
  await log.close();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 60_000 });
  await openBusyShop(log);
});
afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close();
  await log.close();
});
afterAll(() => redis.stop());

async function connect(): Promise<Scan> {
  const connection = await openScan(redis.url, 'rebuild');
  connections.push(connection);
  return connection;
}
async function expectClean(): Promise<void> {
  const found = await verify(await connect());
  expect(found.differences).toEqual([]);
}
const visits = async (from: number, to: number): Promise<void> => {
  for (let turn = from; turn < to; turn += 1) await visit(log, turn);
};
/** Generations of which anything is left. */
async function generations(): Promise<string[]> {
  const names = await log.redis.run((connection) => connection.keys('*'));
  return [...new Set(names.flatMap((name) => /^\{o\}:g(\d+):/.exec(name)?.[1] ?? []))];
}

describe('a rebuild', () => {
  it('makes read models that equal the live ones to the byte, with any batch size', async () => {
    await visits(0, 60);
    const live = await generationSnapshot(log);
    const sizes = [1, 7, 250];
    for (const batchSize of sizes) {
      const before = (await log.head()).gen;
      const { gen, resumed } = await rebuild(await connect(), { batchSize });
      expect([gen > before, resumed]).toEqual([true, false]);
      expect(await generationSnapshot(log)).toEqual(live);
      expect(await generations()).toEqual([String(gen)]);
    }
    await expectClean();
  });

  it('reads no further than the log was when it began to read, however much is written meanwhile', async () => {
    await visits(0, 20);
    const { seq: head } = await log.head();
    const caughtUp: number[] = [];
    let placed = 0;
    await rebuild(await connect(), {
      batchSize: 1,
      async onStep({ step, seq }) {
        if (step === 'caught-up') caughtUp.push(seq);
        if (step !== 'batch' || placed >= 100) return;
        placed += 2;
        const keys = [`more-${placed}`, `more-${placed + 1}`];
        await Promise.all(
          keys.map((idempotencyKey) => log.place(samplePlace({ idempotencyKey, toolId: 'tool-0' }))),
        );
      },
    });
    expect(caughtUp[0]).toBe(head);
    await expectClean();
  });

  it('loses nothing while customers write without a pause, and readers never fail', async () => {
    await visits(0, 150);
    const stop = new AbortController();
    const busy = keepBusy(log, stop.signal, 1_000);
    const reading = (async () => {
      let reads = 0;
      for (; !stop.signal.aborted; reads += 1) {
        const page = await log.orders({ limit: 5, uids: ['user-3'] });
        const seqs = page.orders.map((order) => order.seqs[0]);
        // An order may be deleted between the reading of the index and of its document, so a page may be short.
        expect(new Set(seqs).size).toBe(seqs.length);
        expect(page.orders.every((order) => order.uid === 'user-3')).toBe(true);
      }
      return reads;
    })();
    const { seq: begun, gen } = await log.head();
    try {
      for (let turn = 0; turn < 3; turn += 1) await rebuild(await connect());
      await expect
        .poll(async () => (await log.head()).seq - begun, { timeout: 60_000 })
        .toBeGreaterThan(2_000);
    } finally {
      stop.abort();
    }
    expect(await busy).toBeGreaterThan(0);
    expect(await reading).toBeGreaterThan(0);
    expect((await log.head()).gen).toBeGreaterThan(gen);
    await expectClean();
  });

  const places: RebuildStep['step'][] = ['begun', 'batch', 'caught-up', 'fenced', 'swapped', 'cleaning'];
  it.each(places)('that is killed at "%s" is gone on with, and nothing counts twice', async (place) => {
    await visits(0, 80);
    let left = place === 'batch' ? 2 : 1;
    const killed = await connect();
    const dying = rebuild(killed, {
      batchSize: 40,
      onStep: async ({ step }) => {
        // Writers that are always a little faster make the fence necessary.
        if (place === 'fenced' && step === 'caught-up') await visit(log, 5_000 + Math.random());
        if (step !== place) return;
        left -= 1;
        if (left === 0) await killed.close();
      },
    });
    await expect(dying).rejects.toThrow();
    await visits(80, 100);
    const resumed = !['swapped', 'cleaning'].includes(place);
    expect(await rebuild(await connect(), { batchSize: 40 })).toMatchObject({ resumed });
    await visits(100, 105);
    await expectClean();
    expect(await generations()).toEqual([String((await log.head()).gen)]);
  });

  it('may run twice at once', async () => {
    await visits(0, 200);
    const both = await Promise.all([
      rebuild(await connect(), { batchSize: 10 }),
      rebuild(await connect(), { batchSize: 15 }),
    ]);
    await visits(200, 210);
    expect(both.map(({ gen }) => gen)).toContain((await log.head()).gen);
    await expectClean();
    expect(await generations()).toHaveLength(1);
  });

  it('survives a restart of Redis in the middle', async () => {
    await visits(0, 60);
    let told = false;
    const dying = rebuild(await connect(), {
      batchSize: 30,
      onStep: async ({ step }) => {
        if (step !== 'batch' || told) return;
        told = true;
        await redis.restart();
      },
    });
    await expect(dying).rejects.toThrow();
    await expect.poll(() => log.ping().then(() => 'up', String), { timeout: 60_000 }).toBe('up');
    expect(await rebuild(await connect())).toMatchObject({ resumed: true });
    await expectClean();
  });

  it('stops at an event that it cannot take, and the shop goes on', async () => {
    await visits(0, 3);
    const { gen } = await log.head();
    const orderId = (await log.orders({ limit: 1, states: ['shipped'] })).orders[0]?.id ?? '';
    const [first] = await log.history(orderId);
    const at = (await log.head()).seq + 1;
    await log.redis.run(async (connection) => {
      const fields = {
        subject: orderId,
        v: '9',
        type: 'order.paid',
        schema: '2',
        ts: String(first?.ts),
        data: '{}',
      };
      const tail = { actor: 'a', correlationId: 'c', requestHash: '', hash: 'x' };
      await connection.xAdd(redisKeys.events, `${at}-0`, { ...fields, ...tail });
      await connection.hSet(redisKeys.meta, 'seq', String(at));
    });
    await expect(rebuild(await connect())).rejects.toMatchObject({
      name: 'PoisonEventError',
      seq: at,
    });
    expect((await log.head()).gen).toBe(gen);
    expect(await log.place(samplePlace({ toolId: 'tool-0' }))).toMatchObject({ repeated: false });
  });

  it('by other code takes over from the one that was going on', async () => {
    await visits(0, 30);
    await log.redis.run(async (connection) => {
      await connection.hSet(redisKeys.builds, 'building', '7 p0');
      // The clock was set back: the numbers go on all the same.
      await connection.hSet(redisKeys.meta, 'nextGen', '9000000000000');
      await connection.set('{o}:g7:checkpoint', `0 ${'0'.repeat(40)} 0`);
    });
    expect(await rebuild(await connect())).toMatchObject({ gen: 9_000_000_000_000, resumed: false });
    expect(await generations()).toEqual(['9000000000000']);
    expect(await log.redis.run((connection) => connection.hGet(redisKeys.meta, 'nextGen'))).toBe(
      '9000000000001',
    );
  });
});

describe('a writer of another release', () => {
  it('is kept out until a rebuild with its code was made', async () => {
    await log.redis.run((connection) => connection.hSet(redisKeys.meta, 'code', 'p0'));
    await expect(log.place(samplePlace({ toolId: 'tool-0' }))).rejects.toThrow('run a rebuild with this one');
    await expect(log.ping()).rejects.toThrow('may not write');
    await rebuild(await connect());
    await log.ping();
    expect(await log.place(samplePlace({ toolId: 'tool-0' }))).toMatchObject({ repeated: false });
    await log.setStock({ toolId: 'tool-0', set: 5, ...origin });
  });
});
