import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { onScan } from '../testing/raw-redis.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { placeTwice } from '../testing/second-placing.ts';
import { generationSnapshot } from '../testing/store-snapshot.ts';
import { findImpossible } from './folded-log.ts';
import { replayOrder } from './order-replay.ts';

let log: OrderLog;
let scan: Redis;
let orderId = '';
let first = 0;
let second = 0;
let available = 0;
const command = samplePlace({ toolId: 'tool-0', idempotencyKey: 'twice', quantity: 7 });

freshLogBeforeEach(async (fresh) => {
  ({ log, scan } = fresh);
  await openBusyShop(log);
  const { order } = await log.place(command);
  orderId = order.id;
  first = order.seqs[0] ?? 0;
  for (let turn = 0; turn < 30; turn += 1) await visit(log, turn);
  available = (await log.stock(['tool-0']))[0] ?? 0;
  second = await placeTwice(log, command);
  await visit(log, 31);
});

const declareVoid = (seq: number) =>
  log.voidEvent({ seq, subject: orderId, reason: 'placed-twice', ...origin });

describe('a log in which an order was placed twice', () => {
  it('is named a damaged log, with the second placing, by verify', async () => {
    const found = await verify(scan, { batchSize: 10 });
    expect(found.impossible).toEqual([second]);
    expect(found.differences[0]).toMatchObject({ kind: 'log', seq: second, subject: orderId });
    expect(found.differences.filter(({ kind }) => kind === 'log')).toHaveLength(1);
  });

  it.each([5, 1_000])('stops a rebuild, %d events at a time', async (batchSize) => {
    const { gen } = await log.head();
    await expect(rebuild(scan, { batchSize })).rejects.toMatchObject({
      name: 'PoisonEventError',
      seq: second,
    });
    expect((await log.head()).gen).toBe(gen);
  });

  it('is told of one order by its replay', async () => {
    const told = await onScan(scan, undefined, (store) => replayOrder(store, orderId));
    expect(told.impossible).toMatchObject([{ seq: second }]);
    expect(told.folded).toMatchObject({ seqs: [first] });
  });
});

describe('a second placing that was declared void', () => {
  it.each([5, 1_000])('lets a rebuild and verify go on, %d events at a time', async (batchSize) => {
    const { seq } = await declareVoid(second);
    const before = await verify(scan);
    expect(before.impossible).toEqual([]);
    expect(before.differences.map(({ kind }) => kind)).not.toContain('log');
    await rebuild(scan, { batchSize });
    expect(await verify(scan, { batchSize: 10 })).toMatchObject({ count: 0, seq });
    expect(await log.stock(['tool-0'])).toEqual([available]);
    expect(await log.place(command)).toMatchObject({ repeated: true, order: { seqs: [first] } });
    await log.pay({ orderId, transactionId: 'pi_twice', ...origin });
    expect(await verify(scan)).toMatchObject({ count: 0 });
    expect(await onScan(scan, undefined, (store) => replayOrder(store, orderId))).toMatchObject({
      difference: null,
      impossible: [],
    });
  });

  it('is told apart from one that is open', async () => {
    const third = await placeTwice(log, command);
    await declareVoid(second);
    const { list: impossible, voided } = await onScan(scan, undefined, ({ events }) =>
      findImpossible(events, undefined, () => undefined),
    );
    expect(impossible.map(({ seq }) => seq)).toEqual([third]);
    expect([...voided]).toEqual([second]);
    await expect(rebuild(scan, { batchSize: 7 })).rejects.toMatchObject({ seq: third });
    await declareVoid(third);
    await rebuild(scan, { batchSize: 7 });
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });

  it('may be declared where read models are those of another release, which cannot be rebuilt otherwise', async () => {
    await scan.hset(redisKeys.meta, 'code', 'p0');
    await declareVoid(second);
    await rebuild(scan);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });

  it('may not be declared while a backup is being restored', async () => {
    await scan.hset(redisKeys.meta, 'code', 'restoring');
    await expect(declareVoid(second)).rejects.toThrow('A backup is being restored');
  });
});

describe('an event that fits the history before it', () => {
  it('counts whoever declares it void', async () => {
    await declareVoid(second);
    await rebuild(scan);
    const before = await generationSnapshot(log);
    await declareVoid(first);
    expect(await verify(scan)).toMatchObject({ count: 0, impossible: [] });
    await rebuild(scan);
    expect(await generationSnapshot(log)).toEqual(before);
  });
});
