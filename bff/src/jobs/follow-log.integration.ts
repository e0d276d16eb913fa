import { type OrderLog, openOrderLog, type RecordedEvent, redisKeys } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cursorOf, followAnew, followChore } from './follow-log.ts';
import { runFollowers } from './testing/run-chores.ts';

let log: OrderLog;
const running: { stop(): Promise<void> }[] = [];
const list = redisKeys.follower('test', 'list');
const patience = { timeout: 60_000 };

const redis = await startRedis();
beforeEach(async () => {
  const connection = await openOrderLog({ url: redis.url });
  await connection.redis.run((one) => one.flushAll());
  await connection.close();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
});
afterEach(async () => {
  await stopAll();
  await log.close();
});
afterAll(() => redis.stop());

const stopAll = () => Promise.all(running.splice(0).map((one) => one.stop()));
const append = async (count: number) => {
  for (let at = 0; at < count; at += 1)
    await log.setStock({ toolId: 't', set: at, actor: 'system:test', correlationId: 'test' });
};
/** What was taken, as `process:seq`, in the order in which it was written. */
const taken = () => log.redis.run((connection) => connection.lRange(list, 0, -1));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const seqsTaken = async () => (await taken()).map((entry) => Number(entry.split(':')[1]));

/** Follows as the process `who`; `before` is done ahead of each batch. */
async function follow(who: string, before: (events: readonly RecordedEvent[]) => unknown = () => undefined) {
  let begun = 0;
  const follower = await runFollowers(log, [
    {
      name: 'test',
      beginsAt: 'start',
      async take(events) {
        await before(events);
        const entries = events.map(({ seq }) => `${who}:${seq}`);
        await log.redis.run((connection) => connection.rPush(list, entries));
      },
      async forget() {
        begun += 1;
        await log.redis.run((connection) => connection.del(list));
      },
    },
  ]);
  running.push(follower);
  return { ...follower, begun: () => begun };
}

describe('a follower', () => {
  it('takes every event in order, and goes on where another process ended', async () => {
    await append(250);
    await follow('a');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 250));
    await stopAll();
    await append(10);
    const { begun } = await follow('b');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 260));
    expect((await taken()).slice(250).every((entry) => entry.startsWith('b:'))).toBe(true);
    expect(begun()).toBe(0);
  });

  it('gets the same events again after a failure', async () => {
    await append(5);
    let tries = 0;
    await follow('a', () => {
      tries += 1;
      if (tries < 3) throw new Error('the printer is out of paper');
    });
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 5));
    expect(tries).toBe(3);
  });

  it('ends its batch before it stops', async () => {
    await append(3);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { stop } = await follow('a', () => {
      begin();
      return opened;
    });
    await begun;
    const stopped = stop();
    open();
    await stopped;
    expect(await seqsTaken()).toEqual([1, 2, 3]);
    expect(await cursorOf(log.redis, 'test')).toBe(3);
  });

  it('takes each event once, however many servers follow, and goes on when one of them stops', async () => {
    const first = await follow('a');
    await follow('b');
    await append(20);
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 20));
    await first.stop();
    await append(20);
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 40));
    expect((await taken()).slice(20).every((entry) => entry.startsWith('b:'))).toBe(true);
  });

  it('leaves the cursor alone where another server has gone on meanwhile', async () => {
    await append(3);
    const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
    const { promise: frozen, resolve: freeze } = Promise.withResolvers<void>();
    await follow('a', () => {
      freeze();
      return thawed;
    });
    await frozen;
    const head = await log.head();
    await log.redis.run((connection) =>
      connection.hSet(redisKeys.follower('test'), { seq: head.seq, hash: head.hash }),
    );
    await append(1);
    thaw();
    await expect.poll(async () => (await seqsTaken()).at(-1), patience).toBe(4);
    expect(await seqsTaken()).toEqual([1, 2, 3, 4]);
  });

  it('leaves a damaged event out, and waits at one of a newer release', async () => {
    await append(2);
    const foreign = (id: string, type: string) =>
      log.redis.run(async (connection) => {
        const [entry] = await connection.sendCommand<[string, string[]][]>([
          ...['XRANGE', redisKeys.events, '2-0', '2-0'],
        ]);
        const fields = (entry?.[1] ?? []).map((value) => (value === 'stock.set' ? type : value));
        await connection.sendCommand(['XADD', redisKeys.events, id, ...fields]);
      });
    await log.redis.run((connection) => connection.xAdd(redisKeys.events, '2-5', { subject: 'x' }));
    await foreign('3-0', 'stock.set');
    await foreign('4-0', 'stock.counted-by-a-robot');
    const { said } = await follow('a');
    await expect.poll(() => said.join(''), patience).toContain('stock.counted-by-a-robot');
    expect(await seqsTaken()).toEqual([1, 2, 3]);
  });

  it('that waits for a time takes events of that age, and no younger one', async () => {
    const seqs: number[] = [];
    let aheadMs = 0;
    const clock = { ...log, now: async () => (await log.now()) + aheadMs };
    const take = async (events: readonly RecordedEvent[]) => void seqs.push(...events.map(({ seq }) => seq));
    const follower = { name: 'later', beginsAt: 'start', ageMs: 3_600_000, take } as const;
    const { work } = followChore(follower, clock, new Registry());
    const round = () => work(new AbortController().signal);
    await append(150);
    await round();
    expect(seqs).toEqual([]);
    aheadMs = 3_600_000;
    await round();
    await append(1);
    aheadMs -= 60_000;
    await round();
    expect(seqs).toEqual(numbers(1, 150));
  });

  it('tells how far it is behind', async () => {
    await append(4);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { metrics } = await follow('a', () => opened);
    await expect.poll(metrics, patience).toMatch(/^karigar_follower_behind_test 4$/m);
    open();
    await expect.poll(metrics, patience).toMatch(/^karigar_follower_behind_test 0$/m);
  });
});

describe('the cursor', () => {
  const cursor = (change: Record<string, string>) =>
    log.redis.run((connection) => connection.hSet(redisKeys.follower('test'), change));

  it.each([
    ['ahead of the log', { seq: '99' }],
    ['on an event of another log', { hash: 'f'.repeat(40) }],
    ['without a hash that fits', { seq: '2' }],
  ])('%s begins anew from the start', async (_, change) => {
    await append(5);
    await follow('a');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 5));
    await stopAll();
    await cursor(change);
    const { begun } = await follow('b');
    await expect.poll(taken, patience).toEqual(numbers(1, 5).map((seq) => `b:${seq}`));
    expect(begun()).toBe(1);
  });

  it('that is removed under a process that waits for news begins anew from the start', async () => {
    await append(5);
    const { begun } = await follow('a');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 5));
    await followAnew(log.redis, 'test');
    await expect.poll(begun, patience).toBe(2);
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 5));
  });
});
