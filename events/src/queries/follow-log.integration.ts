import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreClosedError, UnknownSchemaError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { offerTool, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { type EventNotice, type EventPosition, logBegin } from './follow-log.ts';

let redis: TestRedis;
let log: OrderLog;
/** What the log has reported as no event. */
let foreign: Set<string>;

beforeEach(async () => {
  redis = await startRedis();
  foreign = new Set();
  log = await openOrderLog({ url: redis.url, onForeign: ({ message }) => foreign.add(message) });
  await offerTool(log, sampleTool(), 100);
  for (const idempotencyKey of ['a', 'b', 'c', 'd']) await log.place(samplePlace({ idempotencyKey }));
});
afterEach(async () => {
  await log.close();
  await redis.stop();
});

const add = (id: string, fields: Record<string, string>) =>
  log.redis.run((connection) => connection.xAdd(redisKeys.events, id, fields));

/** Writes what a newer release would write after the last event. */
async function addFromTheFuture(subject: string): Promise<number> {
  const { seq } = await log.head();
  const event = { v: '2', type: 'order.gift-wrapped', schema: '1', ts: '1800000000000', data: '{}' };
  const rest = { actor: 'user:1', correlationId: 'c', requestHash: '', hash: '0'.repeat(40) };
  await add(`${seq + 1}-0`, { subject, ...event, ...rest });
  return seq + 1;
}

async function noticesUntil(seq: number, from: number | EventPosition = 0): Promise<EventNotice[]> {
  const stop = new AbortController();
  const seen: EventNotice[] = [];
  for await (const notice of log.notices(from, stop.signal)) {
    seen.push(notice);
    if (notice.seq === seq) stop.abort();
  }
  return seen;
}

const seqsOf = (events: readonly EventPosition[] = []) => events.map(({ seq }) => seq);
const after = async (position: EventPosition, count = 100) =>
  (await log.eventsAfter(position, count))?.events;

describe('events after a position', () => {
  it('come in order, each once, in reads of any size', async () => {
    const seen: EventPosition[] = [];
    for (;;) {
      const read = await log.eventsAfter(seen.at(-1) ?? logBegin, 2);
      seen.push(...(read?.events ?? []));
      if (read?.full !== true) break;
    }
    expect(seqsOf(seen)).toEqual([1, 2, 3, 4, 5]);
  });

  it('are none at the end', async () => {
    expect(await after(await log.head())).toEqual([]);
  });

  it('are null for an event of another log, and for one that this log has not reached', async () => {
    const third = (await after(logBegin))?.[2] ?? logBegin;
    const other = { ...third, hash: 'f'.repeat(40) };
    expect([await log.eventsAfter(other, 3), await log.holds(other)]).toEqual([null, false]);
    expect(await log.eventsAfter({ ...third, seq: 99 }, 3)).toBeNull();
    expect([seqsOf(await after(third)), await log.holds(third)]).toEqual([[4, 5], true]);
  });

  it('stop at an event of a newer release, and in a store that is closed', async () => {
    const end = await log.head();
    await addFromTheFuture('x');
    await expect(log.eventsAfter(end, 10)).rejects.toThrow(UnknownSchemaError);
    await log.redis.run((connection) => connection.hSet(redisKeys.meta, 'code', 'restoring'));
    await expect(log.eventsAfter(logBegin, 10)).rejects.toThrow(StoreClosedError);
  });
});

describe('entries that the shop has not written', () => {
  it('are left out by every follower and reported, however many there are, and the events behind them are told', async () => {
    for (let part = 1; part <= 7; part += 1) await add(`5-${part}`, { subject: 'x' });
    const end = await log.head();
    await log.place(samplePlace({ idempotencyKey: 'behind' }));
    expect(seqsOf(await after(end, 3))).toEqual([6]);
    expect(seqsOf(await noticesUntil(6, end))).toEqual([6]);
    const told: number[] = [];
    for await (const { seq } of log.tail(0, new AbortController().signal, false)) told.push(seq);
    expect(told).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...foreign]).toEqual([1, 2, 3, 4, 5, 6, 7].map((part) => `Event 5: its id is 5-${part}`));
  });

  it('do not stop a follower that waits for the next event', async () => {
    const waiting = noticesUntil(6, await log.head());
    await add('5-1', { subject: 'x' });
    await expect.poll(() => foreign.size).toBe(1);
    await log.place(samplePlace({ idempotencyKey: 'next' }));
    expect(seqsOf(await waiting)).toEqual([6]);
  });

  it('are also those in the place of an event', async () => {
    await add('6-0', { subject: 'x' });
    expect(await after(await log.head())).toEqual([]);
    expect([...foreign]).toEqual(['Event 6: it holds other fields than an event has']);
  });
});

describe('notices', () => {
  it('tell what each event is about, in order', async () => {
    const { order } = await log.place(samplePlace({ idempotencyKey: 'last' }));
    const seen = await noticesUntil(6);
    expect(seqsOf(seen)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(seen.at(-1)).toMatchObject({ subject: order.id, type: 'order.created' });
    expect(Math.abs((seen.at(-1)?.ts ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('go on over an event of a newer release, at which the tail stops', async () => {
    const seq = await addFromTheFuture('x');
    expect((await noticesUntil(seq)).at(-1)).toMatchObject({ seq, type: 'order.gift-wrapped' });
    const told: EventPosition[] = [];
    const reading = async () => {
      for await (const event of log.tail(0, new AbortController().signal)) told.push(event);
    };
    await expect(reading()).rejects.toBeInstanceOf(UnknownSchemaError);
    expect(seqsOf(told)).toEqual([1, 2, 3, 4, 5]);
  });
});
