import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { type ReplicatedRedis, startReplicatedRedis } from '../testing/replicated-redis.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { startReplica, type TestRedis } from '../testing/start-redis.ts';
import { LogUnavailableError } from './log-errors.ts';

let pair: ReplicatedRedis;
let primary: TestRedis;
let replica: TestRedis;
let log: OrderLog;
/** Whether each wait was confirmed. */
let waits: boolean[];

beforeEach(async () => {
  waits = [];
  pair = await startReplicatedRedis();
  ({ primary, replica } = pair);
  log = await openOrderLog({
    url: pair.url,
    replicas: 1,
    commandTimeoutMs: 2_000,
    onReplicaWait: (_, confirmed) => waits.push(confirmed),
  });
  await offerTool(log, sampleTool(), 100);
});
afterEach(async () => {
  replica.resume();
  await log?.close();
  await pair.stop();
});

const onReplica = async <T>(work: (copy: OrderLog) => Promise<T>): Promise<T> => {
  const copy = await openOrderLog({ url: replica.url });
  return work(copy).finally(() => copy.close());
};

describe('with one replica to wait for', () => {
  it('an acknowledged order is on the replica when the primary is lost with its disk', async () => {
    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, at) => log.place(samplePlace({ uid: `u${at}`, idempotencyKey: 'k' }))),
    );
    await primary.stop();
    await onReplica(async (copy) => {
      for (const { order } of placed) expect(await copy.order(order.id)).toMatchObject({ id: order.id });
    });
  });

  it('nothing is acknowledged, repeats and what is so already included, while the replica is silent', async () => {
    const command = samplePlace({ idempotencyKey: 'repeat' });
    const { order } = await log.place(command);
    expect(new Set(waits)).toEqual(new Set([true]));
    replica.pause();
    const late = samplePlace({ idempotencyKey: 'new' });
    await expect(log.place(late)).rejects.toThrow('0 of 1 replicas');
    const unconfirmed = [
      // It is in the log of the primary now, and answered from a read.
      log.place(late),
      log.setStock({ toolId: 'tool-hammer', set: 50, ...origin }),
      log.redis.confirmed(() => log.redis.compareAndSet('{o}:record:x', null, 'x')),
      log.redis.confirmed(() => log.redis.run((connection) => connection.set('{o}:record:y', 'y'))),
      log.redis.confirmed(() => log.redis.run((connection) => connection.get('{o}:record:y'))),
      // Whoever hears that an order is gone already takes it for deleted.
      log.redis.confirmed(() => Promise.reject(new Error('gone already'))),
    ];
    for (const { status } of await Promise.allSettled(unconfirmed)) expect(status).toBe('rejected');
    for (const one of unconfirmed) await expect(one).rejects.toThrow('0 of 1 replicas');
    expect(waits.at(-1)).toBe(false);
    // What is only shown does not wait.
    expect(await log.order(order.id)).toMatchObject({ id: order.id });
    replica.resume();
    await expect.poll(() => log.place(late).then(({ repeated }) => repeated, String)).toBe(true);
  });

  it('the answer waits for the flush of the replica, not only for its memory', async () => {
    await onReplica((copy) =>
      copy.redis.run((connection) => connection.sendCommand(['DEBUG', 'AOF-FLUSH-SLEEP', '300000'])),
    );
    const begun = performance.now();
    await log.place(samplePlace());
    expect(performance.now() - begun).toBeGreaterThan(290);
  });

  it('what is read after several writes at once is not answered while the replica is silent', async () => {
    const { order } = await log.place(samplePlace());
    const writes = ['a', 'b', 'c'].map((uid) => samplePlace({ uid, idempotencyKey: uid }));
    const call = async () => {
      await Promise.all(writes.map((write) => log.place(write)));
      replica.pause();
      return log.order(order.id);
    };
    await expect(log.redis.confirmed(call)).rejects.toThrow('0 of 1 replicas');
  });

  it('many that ask at once share a WAIT', async () => {
    const waits = async () => {
      const info = await log.redis.run((connection) => connection.info('commandstats'));
      return Number(/cmdstat_wait:calls=(\d+)/.exec(info)?.[1]);
    };
    const before = await waits();
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => log.place(samplePlace({ uid: `v${at}`, idempotencyKey: 'k' }))),
    );
    expect((await waits()) - before).toBeLessThan(40);
  });
});

describe('when another Redis becomes the primary', () => {
  const make = (redis: TestRedis, ...words: string[]) =>
    openOrderLog({ url: redis.url }).then((one) =>
      one.redis.run((connection) => connection.sendCommand(words)).finally(() => one.close()),
    );

  it('the log is found there, and followed there, without a restart', async () => {
    const seen: number[] = [];
    const stop = new AbortController();
    const following = (async () => {
      for await (const event of log.tail(0, stop.signal)) seen.push(event.seq);
    })();
    const command = samplePlace();
    const { order } = await log.place(command);
    await expect.poll(() => seen).toEqual([1, 2]);
    await pair.failOver();
    const second = await startReplica(replica);
    try {
      await expect.poll(() => log.place(command).then((again) => again.order.id, String)).toBe(order.id);
      await log.place(samplePlace({ idempotencyKey: 'after' }));
      await expect.poll(() => seen).toEqual([1, 2, 3]);
    } finally {
      stop.abort();
      await following;
      await second.stop();
    }
  });

  it('a primary that lost its replicas to another one acknowledges nothing more', async () => {
    await make(replica, 'REPLICAOF', 'NO', 'ONE');
    await expect(log.place(samplePlace())).rejects.toBeInstanceOf(LogUnavailableError);
  });
});
