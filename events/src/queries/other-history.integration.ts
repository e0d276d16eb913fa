import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OtherHistoryError } from '../log/log-errors.ts';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { type ReplicatedRedis, startReplicatedRedis } from '../testing/replicated-redis.ts';
import { origin } from '../testing/sample-shop.ts';
import type { EventPosition } from './follow-log.ts';

const patience = { timeout: 60_000 };
let redis: ReplicatedRedis;
let log: OrderLog;

beforeEach(async () => {
  redis = await startReplicatedRedis();
  log = await openOrderLog({ url: redis.url });
});
afterEach(async () => {
  await log.close();
  await redis.stop();
});

const append = async (toolId: string, count: number) => {
  for (let set = 1; set <= count; set += 1) await log.setStock({ toolId, set, ...origin });
};

/** Follows the log; `seen` are its events, `ended` what it was ended by. */
function follow(from: number | EventPosition) {
  const stop = new AbortController();
  const seen: string[] = [];
  let ended: unknown = null;
  const running = (async () => {
    for await (const { seq, subject } of log.notices(from, stop.signal)) seen.push(`${subject} ${seq}`);
  })().catch((error: unknown) => {
    ended = error;
  });
  const end = () => {
    stop.abort();
    return running;
  };
  return { seen, end, ended: () => ended };
}

/** Waits until the log can be written to again, which its first writers may have to try. */
const appendAfterwards = (toolId: string, count: number) =>
  expect.poll(() => append(toolId, count).then(() => 'written', String), patience).toBe('written');

describe('a log that was followed when its primary was lost', () => {
  it('is followed on without a word where the next primary has every event', async () => {
    await append('a', 3);
    const { seen, end, ended } = follow(0);
    await expect.poll(() => seen.length, patience).toBe(3);
    await redis.everythingArrives();
    await redis.failOver();
    await appendAfterwards('b', 1);
    await expect.poll(() => seen, patience).toEqual(['a 1', 'a 2', 'a 3', 'b 4']);
    expect(await log.head()).toMatchObject({ epoch: 2, seq: 4 });
    expect(ended()).toBeNull();
    await end();
  });

  it('ends its followers where the next one lacks events, also when it has others in their place', async () => {
    await append('a', 2);
    await redis.part();
    await append('lost', 2);
    const head = await log.head();
    const [whole, fromHead] = [follow(0), follow(head)];
    await expect.poll(() => whole.seen, patience).toEqual(['a 1', 'a 2', 'lost 3', 'lost 4']);
    await redis.failOver();
    await expect.poll(whole.ended, patience).toBeInstanceOf(OtherHistoryError);
    expect(whole.ended()).toMatchObject({ seq: 4 });
    await expect.poll(fromHead.ended, patience).toMatchObject({ seq: 4 });
    await appendAfterwards('new', 3);
    const late = follow(head);
    await expect.poll(late.ended, patience).toMatchObject({ seq: 4 });
    expect([...fromHead.seen, ...late.seen]).toEqual([]);
    const anew = follow(2);
    await expect.poll(() => anew.seen, patience).toEqual(['new 3', 'new 4', 'new 5']);
    await anew.end();
  });
});

it('another log in the place of one that was emptied ends its followers', async () => {
  await append('a', 3);
  const { seen, ended } = follow(0);
  await expect.poll(() => seen.length, patience).toBe(3);
  await log.redis.run((connection) => connection.flushAll());
  await (await openOrderLog({ url: redis.url })).close();
  await expect.poll(ended, patience).toMatchObject({ seq: 3 });
});

it('a restart of Redis ends no follower, and each event is told once', async () => {
  await append('a', 2);
  const { seen, end, ended } = follow(0);
  await expect.poll(() => seen.length, patience).toBe(2);
  await redis.primary.restart();
  await appendAfterwards('b', 1);
  await expect.poll(() => seen, patience).toEqual(['a 1', 'a 2', 'b 3']);
  expect(await log.head()).toMatchObject({ epoch: 2 });
  expect(ended()).toBeNull();
  await end();
});
