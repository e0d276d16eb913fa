import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOrderLog } from '../order-log.ts';
import { offerTool, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { LogUnavailableError } from './log-errors.ts';
import { openScan } from './open-scan.ts';

let redis: TestRedis;

beforeEach(async () => {
  redis = await startRedis();
  const log = await openOrderLog({ url: redis.url });
  await offerTool(log, sampleTool(), 100);
  for (let order = 0; order < 20; order += 1)
    await log.place(samplePlace({ idempotencyKey: `order-${order}` }));
  await log.close();
});
afterEach(async () => {
  redis.resume();
  await redis.stop();
});

describe('a store for long work', () => {
  it('reads the log in batches, single events and hashes', async () => {
    const scan = await openScan(redis.url, 'test');
    const ids: string[] = [];
    for await (const batch of scan.events.batches(0, { size: 6 })) {
      expect(batch.length).toBeLessThanOrEqual(6);
      ids.push(...batch.map(([id]) => id));
    }
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => `${at + 1}-0`));
    const [, third] = await scan.events.eventsAt([2, 3]);
    expect(await scan.events.hashAt(3)).toBe(third?.hash);
    expect(await scan.events.hashAt(900)).toBeUndefined();
    await expect(scan.events.eventsAt([ids.length + 1])).rejects.toThrow('it is missing');
    await scan.close();
  });

  it('never connects again after its connection was lost', async () => {
    const scan = await openScan(redis.url, 'test');
    await redis.restart();
    await expect(scan.client.run((connection) => connection.ping())).rejects.toBeInstanceOf(
      LogUnavailableError,
    );
    await expect(scan.events.entries(0, 1)).rejects.toBeInstanceOf(LogUnavailableError);
    await scan.close();
  });

  it('rejects a write that was on its way when the connection was lost, and does not send it again', async () => {
    const scan = await openScan(redis.url, 'test');
    redis.pause();
    const write = scan.client.run((connection) => connection.incr('counter'));
    const outcome = write.catch((error: unknown) => error);
    await redis.kill();
    expect(await outcome).toBeInstanceOf(LogUnavailableError);
    await redis.restart();
    const other = await openScan(redis.url, 'test');
    expect(Number((await other.client.run((connection) => connection.get('counter'))) ?? 0)).toBeLessThan(2);
    await Promise.all([scan.close(), other.close()]);
  });

  it('gives up a Redis that accepts connections and does not answer', { timeout: 30_000 }, async () => {
    redis.pause();
    const abort = new AbortController();
    const opening = openScan(redis.url, 'test', { signal: abort.signal });
    abort.abort(new Error('stopped by its user'));
    await expect(opening).rejects.toThrow('stopped by its user');
    await expect(openScan(redis.url, 'test')).rejects.toBeInstanceOf(LogUnavailableError);
  });
});
