import { type OrderLog, openOrderLog, type RecordedEvent, redisKeys } from '@karigar/events';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followLog } from './follow-log.ts';
import { followAnew, readCursor, runInTurn, type Turn, TurnLostError, unlessLate } from './turn.ts';

let redis: TestRedis;
let log: OrderLog;
const running: { stop(): Promise<void> }[] = [];
const list = redisKeys.follower('test', 'list');
const patience = { timeout: 60_000 };

beforeAll(async () => {
  redis = await startRedis();
});
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

const pushScript = `#!lua
${unlessLate}
redis.call('RPUSH', KEYS[2], unpack(ARGV, 2))
return 'OK'
`;
const push = (who: string, events: readonly RecordedEvent[], turn: Turn) =>
  runInTurn(
    log.redis,
    turn,
    pushScript,
    [list],
    events.map(({ seq }) => `${who}:${seq}`),
  );

/** Follows as the process `who`; `before` is done ahead of each batch. */
function follow(who: string, before: (events: readonly RecordedEvent[]) => unknown = () => undefined) {
  let begun = 0;
  const said: string[] = [];
  const registry = new Registry();
  const follower = followLog(
    {
      name: 'test',
      async take(events, turn) {
        await before(events);
        await push(who, events, turn);
      },
      async forget() {
        begun += 1;
        await log.redis.run((connection) => connection.del(list));
      },
    },
    { log, logger: pino({}, { write: (line) => said.push(line) }), registry, everyMs: 10, leaseMs: 1_000 },
  );
  running.push(follower);
  return { ...follower, said, begun: () => begun, metrics: () => registry.metrics() };
}

describe('a follower', () => {
  it('takes every event in order, and goes on where another process ended', async () => {
    await append(250);
    follow('a');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 250));
    await stopAll();
    await append(10);
    const { begun } = follow('b');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 260));
    expect((await taken()).slice(250).every((entry) => entry.startsWith('b:'))).toBe(true);
    expect(begun()).toBe(0);
  });

  it('gets the same events again after a failure', async () => {
    await append(5);
    let tries = 0;
    follow('a', () => {
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
    const { stop } = follow('a', () => {
      begin();
      return opened;
    });
    await begun;
    const stopped = stop();
    open();
    await stopped;
    expect(await seqsTaken()).toEqual([1, 2, 3]);
    expect(await readCursor(log.redis, 'test')).toBe(3);
  });

  it('works in one process at a time, whichever it is', async () => {
    const first = follow('a');
    const second = follow('b');
    await append(20);
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 20));
    expect(new Set((await taken()).map((entry) => entry.split(':')[0])).size).toBe(1);
    const isFirst = (await taken())[0]?.startsWith('a:');
    await (isFirst ? first : second).stop();
    await append(20);
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 40));
    expect(new Set((await taken()).map((entry) => entry.split(':')[0])).size).toBe(2);
  });

  it('writes nothing late: a frozen process finds that another has gone on', async () => {
    await append(3);
    const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
    const { promise: frozen, resolve: freeze } = Promise.withResolvers<void>();
    let late: unknown;
    const slow = followLog(
      {
        name: 'test',
        async take(events, turn) {
          freeze();
          await thawed;
          await push('a', events, turn).catch((error: unknown) => {
            late = error;
            throw error;
          });
        },
        forget: async () => undefined,
      },
      { log, logger: pino({ level: 'silent' }), registry: new Registry(), everyMs: 10, leaseMs: 1_000 },
    );
    await frozen;
    // Its lease has ended, as that of a process that gets no time.
    await log.redis.run((connection) => connection.del(redisKeys.lease('follow-test')));
    follow('b');
    await expect.poll(taken, patience).toEqual(['b:1', 'b:2', 'b:3']);
    thaw();
    await expect.poll(() => late, patience).toBeInstanceOf(TurnLostError);
    await slow.stop();
    await append(1);
    await expect.poll(taken, patience).toEqual(['b:1', 'b:2', 'b:3', 'b:4']);
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
    const { said } = follow('a');
    await expect.poll(() => said.join(''), patience).toContain('stock.counted-by-a-robot');
    expect(await seqsTaken()).toEqual([1, 2, 3]);
  });

  it('tells how far it is behind', async () => {
    await append(4);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { metrics } = follow('a', () => opened);
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
    follow('a');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 5));
    await stopAll();
    await cursor(change);
    const { begun } = follow('b');
    await expect.poll(taken, patience).toEqual(numbers(1, 5).map((seq) => `b:${seq}`));
    expect(begun()).toBe(1);
  });

  it('that is removed under a process that waits for news begins anew from the start', async () => {
    await append(5);
    const { begun } = follow('a');
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 5));
    await followAnew(log.redis, 'test');
    await expect.poll(begun, patience).toBe(2);
    await expect.poll(seqsTaken, patience).toEqual(numbers(1, 5));
  });
});
