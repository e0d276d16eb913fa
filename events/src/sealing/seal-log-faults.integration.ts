import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { namedFields } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { fakeSealer } from '../testing/fake-sealer.ts';
import { asFormerLog } from '../testing/former-log.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import type { TestRedis } from '../testing/start-redis.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';
import { tamperField } from '../testing/tamper.ts';
import { verify } from '../verify/verify.ts';
import { destroyUnsealed } from './destroy-unsealed.ts';
import { type SealingOptions, type SealingStep, sealLog } from './seal-log.ts';

let redis: TestRedis;
let log: OrderLog;
let scan: Redis;
const sealing: SealingOptions = {
  sealer: fakeSealer,
  records: { areClear: async () => false, seal: async () => undefined },
};
const seal = (options: Partial<SealingOptions> = {}) => sealLog(scan, { ...sealing, ...options });
const closed = { name: 'StoreClosedError', reason: 'sealing' };

freshLogBeforeEach(async (fresh) => {
  ({ redis, log, scan } = fresh);
  await openBusyShop(log);
  for (let turn = 0; turn < 12; turn += 1) await visit(log, turn);
  await asFormerLog(scan);
  await rebuild(scan);
});

/** Runs a sealing whose connection is lost at its n-th report, as by a kill; answers the report, null when it came to its end. */
async function killedAt(n: number): Promise<SealingStep['step'] | null> {
  const connection = await openScanConnection(redis.url, 'killed');
  let reports = 0;
  let last: SealingStep['step'] | null = null;
  const onStep = ({ step }: SealingStep): void => {
    reports += 1;
    if (reports < n) return;
    last = step;
    connection.disconnect();
    throw new Error('killed');
  };
  const ended = await sealLog(connection, { ...sealing, onStep }).then(
    () => true,
    () => false,
  );
  connection.disconnect();
  return ended ? null : last;
}

describe('a sealing that is killed', () => {
  it('goes on at the next call, wherever that was, and nothing is lost', async () => {
    const head = await log.head();
    const whole = await storeSnapshot(log);
    const killed = new Set<string>();
    for (let n = 1; ; n += 1) {
      await restore(whole);
      const step = await killedAt(n);
      if (step === null) break;
      killed.add(step);
      await expect(log.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'new' }))).rejects.toMatchObject(
        closed,
      );
      expect(await seal()).toBe('sealed');
      expect(await log.head()).toMatchObject({ seq: head.seq + 1, shop: head.shop });
      expect(await verify(scan)).toMatchObject({ count: 0 });
      expect(await scan.exists(redisKeys.sealing)).toBe(0);
    }
    expect([...killed]).toEqual([
      'closed',
      'writing',
      'checking',
      'swapping',
      'swapped',
      'records',
      'rebuilding',
    ]);
  });

  it('may be killed again and again', async () => {
    for (const n of [2, 3, 4, 5, 1, 2]) await killedAt(n);
    expect(await seal()).toBe('sealed');
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });
});

/** Puts everything back that a snapshot holds. */
async function restore(snapshot: Awaited<ReturnType<typeof storeSnapshot>>): Promise<void> {
  await scan.flushall();
  for (const [name, value] of Object.entries(snapshot)) {
    const key = `{o}:${name}`;
    if (typeof value === 'string') await scan.set(key, value);
    else if (name === 'ev')
      for (const [id, text] of Object.entries(value ?? {}))
        await scan.xadd(key, id, ...namedFields(Object.values(JSON.parse(text) as object)));
    else if (/:(\w+:)?\w*(unpaid|paid|shipped|deleted|erased)$/.test(name))
      for (const [member, score] of Object.entries(value ?? {})) await scan.zadd(key, score, member);
    else await scan.hset(key, value ?? {});
  }
}

describe('the store', () => {
  it('is closed in words for a server that has it open, which goes on afterwards', async () => {
    const order = () => log.place(samplePlace({ toolId: 'tool-0', idempotencyKey: 'new' }));
    const [known] = (await log.orders({ limit: 1 })).orders;
    let asked = false;
    const onStep = async ({ step }: SealingStep): Promise<void> => {
      if (step !== 'checking' && step !== 'rebuilding') return;
      asked = true;
      for (const call of [order, () => log.order(known?.id ?? ''), () => log.head(), () => log.ping()])
        await expect(call()).rejects.toMatchObject(closed);
      await expect(openOrderLog({ url: redis.url })).rejects.toMatchObject(closed);
      await expect(rebuild(await other())).rejects.toMatchObject(closed);
    };
    const others: Redis[] = [];
    const other = async () => {
      const connection = await openScanConnection(redis.url, 'other');
      others.push(connection);
      return connection;
    };
    await seal({ onStep });
    for (const connection of others) connection.disconnect();
    expect(asked).toBe(true);
    expect((await order()).repeated).toBe(false);
    expect(await log.order(known?.id ?? '')).toMatchObject({ id: known?.id });
  });

  it('is as it was when the sealed log does not say the same', async () => {
    const before = await storeSnapshot(log);
    const liar = { ...fakeSealer, openPerson: async () => ({ ...(await lie()) }) };
    const lie = async () => ({ email: '', name: 'Somebody', address: '', city: '', zip: '' });
    await expect(seal({ sealer: liar })).rejects.toThrow(/^Event 4 is not in the sealed log as it was/);
    expect(await storeSnapshot(log)).toEqual(before);
    await log.setStock({ toolId: 'tool-0', set: 1, ...origin });
  });

  it('is as it was when the key store cannot be reached, and when an operator stops', async () => {
    const before = await storeSnapshot(log);
    const away = { ...fakeSealer, sealPerson: () => Promise.reject(new Error('no keys')) };
    await expect(seal({ sealer: away })).rejects.toThrow('no keys');
    expect(await storeSnapshot(log)).toEqual(before);
    for (const at of ['closed', 'writing', 'checking', 'swapping']) {
      const stop = new AbortController();
      const onStep = ({ step }: SealingStep): void => {
        if (step === at) stop.abort(new Error('stopped'));
        if (at === 'swapping') stop.signal.throwIfAborted();
      };
      await expect(seal({ onStep, signal: stop.signal })).rejects.toThrow('stopped');
      expect(await storeSnapshot(log)).toEqual(before);
    }
    await expect(seal({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    expect(await storeSnapshot(log)).toEqual(before);
  });

  it('is as it was when its log is damaged: that comes first', async () => {
    await tamperField(scan, 6, 'ts', (value) => String(Number(value) + 1));
    const before = await storeSnapshot(log);
    await expect(seal()).rejects.toMatchObject({ name: 'LogDamagedError', seq: 6 });
    expect(await storeSnapshot(log)).toEqual(before);
  });

  it('is not taken over by a rebuild that began before', async () => {
    const connection = await openScanConnection(redis.url, 'rebuild');
    const rebuilding = rebuild(connection, {
      onStep: async ({ step }) => {
        if (step !== 'caught-up') return;
        const onStepOf: SealingOptions['onStep'] = ({ step: own }) => {
          if (own === 'writing') throw new Error('later');
        };
        await expect(seal({ onStep: onStepOf })).rejects.toThrow('later');
      },
    });
    await rebuilding;
    connection.disconnect();
    expect(await seal()).toBe('sealed');
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });
});

describe('a shop in whose log nobody can be read', () => {
  it('is closed for its records alone, and as it was afterwards, also when that was cut off', async () => {
    await seal();
    await destroyUnsealed(scan);
    const before = await storeSnapshot(log);
    let tries = 0;
    const records = {
      areClear: async () => true,
      async seal() {
        tries += 1;
        await expect(log.head()).rejects.toMatchObject(closed);
        await expect(log.redis.compareAndSet(redisKeys.record('own'), null, 'x')).rejects.toMatchObject(
          closed,
        );
        if (tries === 1) throw new Error('cut off');
      },
    };
    await expect(seal({ records })).rejects.toThrow('cut off');
    await expect(log.head()).rejects.toMatchObject(closed);
    expect(await seal({ records })).toBe('sealed');
    expect(await storeSnapshot(log)).toEqual(before);
  });
});

describe('a second sealing', () => {
  it('is refused while another one runs, and does not disturb it', async () => {
    const second = await openScanConnection(redis.url, 'second');
    let refusals = 0;
    const onStep = async (): Promise<void> => {
      await expect(sealLog(second, sealing)).rejects.toThrow('Another process is sealing this log');
      refusals += 1;
    };
    await seal({ onStep });
    second.disconnect();
    expect(refusals).toBeGreaterThan(5);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });

  it('is refused while the log from before the first one is kept', async () => {
    await scan.copy(redisKeys.events, redisKeys.unsealed);
    const before = await storeSnapshot(log);
    await expect(seal()).rejects.toThrow('The log from before an earlier sealing is still kept');
    expect(await storeSnapshot(log)).toEqual(before);
    expect(await destroyUnsealed(scan)).toBe(true);
    expect(await seal()).toBe('sealed');
  });
});
