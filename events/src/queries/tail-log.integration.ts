import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnknownSchemaError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { offerTool, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import type { EventNotice } from './tail-log.ts';

let redis: TestRedis;
let log: OrderLog;

beforeEach(async () => {
  redis = await startRedis();
  log = await openOrderLog({ url: redis.url });
  await offerTool(log, sampleTool(), 10);
});
afterEach(async () => {
  await log.close();
  await redis.stop();
});

/** What a newer release would write after the last event. */
async function appendFromTheFuture(subject: string): Promise<number> {
  const { seq } = await log.head();
  await log.redis.run((connection) =>
    connection.xAdd(redisKeys.events, `${seq + 1}-0`, {
      subject,
      v: '2',
      type: 'order.gift-wrapped',
      schema: '1',
      ts: '1800000000000',
      data: '{}',
      actor: 'user:1',
      correlationId: 'c',
      requestHash: '',
      hash: '0'.repeat(40),
    }),
  );
  return seq + 1;
}

async function noticesUntil(seq: number): Promise<EventNotice[]> {
  const stop = new AbortController();
  const seen: EventNotice[] = [];
  for await (const notice of log.notices(0, stop.signal)) {
    seen.push(notice);
    if (notice.seq === seq) stop.abort();
  }
  return seen;
}

describe('notices', () => {
  it('tell what each event is about, in order', async () => {
    const { order } = await log.place(samplePlace());
    const { seq } = await log.head();
    const seen = await noticesUntil(seq);
    expect(seen.map((notice) => notice.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
    expect(seen.at(-1)).toMatchObject({ subject: order.id, type: 'order.created' });
    expect(Math.abs((seen.at(-1)?.ts ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('stop at an entry that the shop has not written, instead of telling it again and again', async () => {
    const { seq } = await log.head();
    await log.redis.run((connection) => connection.xAdd(redisKeys.events, `${seq}-3`, { subject: 'x' }));
    const seen: number[] = [];
    const following = (async () => {
      for await (const notice of log.notices(0, AbortSignal.timeout(20_000))) seen.push(notice.seq);
    })();
    await expect(following).rejects.toThrow(`its id is ${seq}-3`);
    expect(seen).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
  });

  it('go on over an event of a newer release, at which the tail stops', async () => {
    const { order } = await log.place(samplePlace());
    const seq = await appendFromTheFuture(order.id);
    expect((await noticesUntil(seq)).at(-1)).toMatchObject({ seq, type: 'order.gift-wrapped' });
    const told: number[] = [];
    const reading = async () => {
      for await (const event of log.tail(0, new AbortController().signal)) told.push(event.seq);
    };
    await expect(reading()).rejects.toBeInstanceOf(UnknownSchemaError);
    expect(told.at(-1)).toBe(seq - 1);
  });
});
