import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { DeadlineClient } from './deadline-client.ts';
import { LogUnavailableError } from './log-errors.ts';
import { Primary } from './primary.ts';

let redis: TestRedis;
let log: OrderLog;

beforeEach(async () => {
  redis = await startRedis();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 4_000 });
  await offerTool(log, sampleTool(), 100_000);
});
afterEach(async () => {
  redis.resume();
  await log.close();
  await redis.stop();
});

/** Redis may need a moment after a start or a pause; what counts is what it knows then. */
const answers = () => expect.poll(() => log.ping().then(() => 'up', String), { timeout: 60_000 }).toBe('up');

describe('a Redis that is killed right after it acknowledged', () => {
  it('still has every acknowledged order, each once, and goes on', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let turn = 0; turn < 40; turn += 1) {
          const key = `${round}-${writer}-${turn}`;
          const placed = await log
            .place(samplePlace({ idempotencyKey: key }))
            .catch((error: unknown) => error);
          if (placed instanceof Error) return;
          acknowledged.push((placed as { order: { id: string } }).order.id);
          if (writer === 0 && turn === 10) await redis.kill();
        }
      });
      await Promise.all(writers);
      await redis.restart();
      await answers();
      await log.setStock({ toolId: 'tool-hammer', set: 100_000, ...origin });
    }
    expect(acknowledged.length).toBeGreaterThan(30);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    for (const id of acknowledged) expect(await log.order(id)).toMatchObject({ id, version: 1 });
    expect((await log.totals()).unpaid).toBeGreaterThanOrEqual(acknowledged.length);
  });
});

describe('a Redis that hangs', () => {
  it('is answered for within the deadline, and the same key tells afterwards', async () => {
    redis.pause();
    const command = samplePlace({ idempotencyKey: 'hanging' });
    const started = performance.now();
    await expect(log.place(command)).rejects.toBeInstanceOf(LogUnavailableError);
    // Far above the deadline of 4 s, far below "for ever".
    expect(performance.now() - started).toBeLessThan(30_000);
    redis.resume();
    await answers();
    const again = await log.place(command);
    expect((await log.place(command)).order).toEqual(again.order);
    expect((await log.totals()).unpaid).toBe(1);
    expect(await log.stock(['tool-hammer'])).toEqual([99_999]);
  });
});

describe('a process that had no time itself', () => {
  it('still takes the answer that has come meanwhile', async () => {
    const asked = log.redis.run((connection) => connection.ping());
    // The client writes in a turn of its own: the command is on its way before this process does nothing else for longer
    // than the deadline.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    const until = performance.now() + 4_500;
    while (performance.now() < until);
    expect(await asked).toBe('PONG');
  });
});

describe('a Redis that is not there', () => {
  it('is said to be unavailable at once, and found again later', async () => {
    await redis.kill();
    await expect(log.stock(['tool-hammer'])).rejects.toBeInstanceOf(LogUnavailableError);
    await expect(log.ping()).rejects.toBeInstanceOf(LogUnavailableError);
    await expect(openOrderLog({ url: redis.url })).rejects.toBeInstanceOf(LogUnavailableError);
    await redis.restart();
    await answers();
    expect(await log.stock(['tool-hammer'])).toEqual([100_000]);
  });

  it('does not keep a tail from going on where it was', async () => {
    const seen: number[] = [];
    const stop = new AbortController();
    const following = (async () => {
      for await (const event of log.tail(0, stop.signal)) seen.push(event.seq);
    })();
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual([1]);
    await redis.restart();
    await answers();
    await log.place(samplePlace());
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual([1, 2]);
    stop.abort();
    await following;
  });
});

describe('a Redis that has become a replica', () => {
  it('loses its connection by the write that it refuses, and answers what is on its way', async () => {
    const client = new DeadlineClient(new Primary(redis.url, 4_000), 'replica', 4_000);
    const id = () => client.run((connection) => connection.clientId());
    const write = () => client.run((connection) => connection.set('{o}:record:x', 'x'));
    const replicaOf = (host: string, port: string) =>
      log.redis.run((connection) => connection.sendCommand(['REPLICAOF', host, port]));
    try {
      const first = await id();
      expect(await id()).toBe(first);
      await replicaOf('127.0.0.1', '1');
      const [written, read] = await Promise.allSettled([
        write(),
        client.run((connection) => connection.exists('{o}:ev')),
      ]);
      expect(written).toMatchObject({ status: 'rejected', reason: { name: 'LogUnavailableError' } });
      expect(read).toEqual({ status: 'fulfilled', value: 1 });
      await replicaOf('NO', 'ONE');
      expect(await id()).not.toBe(first);
      expect(await write()).toBe('OK');
    } finally {
      await client.close();
    }
  });
});

describe('work that fails for another reason', () => {
  it('keeps its own error', async () => {
    const fault = new TypeError('a fault of the caller');
    await expect(log.redis.run(() => Promise.reject(fault))).rejects.toBe(fault);
    await expect(log.redis.run((connection) => connection.lPush('{o}:meta', 'x'))).rejects.toThrow(
      'WRONGTYPE',
    );
  });
});
