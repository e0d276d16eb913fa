import type { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import type { OrderLog } from '../order-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { keepBusy, openBusyShop, visit } from '../testing/busy-shop.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import type { TestRedis } from '../testing/start-redis.ts';
import { verify } from './verify.ts';

let redis: TestRedis;
let log: OrderLog;
let scan: Redis;
let keys: GenerationKeys;

freshLogBeforeEach(async (fresh) => {
  ({ redis, log, scan, keys } = fresh);
  await openBusyShop(log);
  for (let turn = 0; turn < 24; turn += 1) await visit(log, turn);
});

const found = async (kind: string) => {
  const { differences } = await verify(scan, { batchSize: 10 });
  return differences.filter((difference) => difference.kind === kind);
};

describe('a shop as its own commands leave it', () => {
  it('shows no difference, in any batch size', async () => {
    const { seq, hash } = await log.head();
    for (const batchSize of [1, 10, 250]) {
      expect(await verify(scan, { batchSize })).toMatchObject({ seq, hash, count: 0, differences: [] });
    }
  });

  it('may be verified while customers write', async () => {
    const writing = (async () => {
      for (let turn = 100; turn < 160; turn += 1) await visit(log, turn);
    })();
    const checks = [await verify(scan, { batchSize: 5 }), await verify(scan, { batchSize: 50 })];
    await writing;
    for (const check of checks) expect(check.differences).toEqual([]);
  });

  it('is verified to the end while customers write without a pause', async () => {
    const stop = new AbortController();
    const busy = keepBusy(log, stop.signal, 1_000);
    try {
      for (const batchSize of [20, 500])
        expect(await verify(scan, { batchSize })).toMatchObject({ differences: [] });
    } finally {
      stop.abort();
      await busy;
    }
  });

  it('may be rebuilt while two batches are being compared', async () => {
    const other = await openScanConnection(redis.url, 'rebuild');
    const ask = scan.eval.bind(scan);
    let questions = 0;
    const asking = vi.spyOn(scan, 'eval').mockImplementation(async (...question) => {
      questions += 1;
      if (questions === 6) await rebuild(other);
      return ask(...question);
    });
    try {
      const found = await verify(scan, { batchSize: 10 });
      expect(found).toMatchObject({ gen: (await log.head()).gen, differences: [] });
      expect(found.gen).toBeGreaterThan(keys.gen);
    } finally {
      asking.mockRestore();
      other.disconnect();
    }
  });

  it('is left at once when somebody has had enough', async () => {
    const enough = new AbortController();
    const onProgress = () => enough.abort();
    await expect(verify(scan, { batchSize: 10, onProgress, signal: enough.signal })).rejects.toThrow(
      'aborted',
    );
  });
});

describe('read models that do not agree with the log are found:', () => {
  const order = async (state: 'unpaid' | 'paid' | 'shipped') => {
    const id = (await log.orders({ states: [state], limit: 1 })).orders[0]?.id;
    if (id === undefined) throw new Error(`No order is ${state}`);
    return id;
  };

  it('a document that was changed, lost or broken', async () => {
    const [changed, lost, broken] = [await order('unpaid'), await order('paid'), await order('shipped')];
    const text = (await scan.get(keys.order(changed))) ?? '';
    await scan.set(keys.order(changed), text.replace('"quantity":', '"quantity":9'));
    await scan.del(keys.order(lost));
    await scan.set(keys.order(broken), 'nonsense');
    const subjects = (await found('order')).map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining([changed, lost, broken]));
  });

  it('a document that lists an event at a place that cannot be', async () => {
    const id = await order('unpaid');
    const text = (await scan.get(keys.order(id))) ?? '';
    await scan.set(
      keys.order(id),
      text.replace('"version":1,', '"version":2,').replace('],', ',{"seq":1e20,"ts":5}],'),
    );
    expect(await found('order')).toMatchObject([
      { subject: id, message: expect.stringContaining('not its own') },
    ]);
  });

  it('an index that misses an order or holds one too many', async () => {
    const [missing, extra] = [await order('paid'), await order('unpaid')];
    await scan.zrem(keys.set('paid'), missing);
    await scan.zadd(keys.set('shipped'), 5, extra);
    await scan.zadd(keys.person('user-1', 'paid'), 1, 'ord_ghost');
    const differences = await found('index');
    expect(differences).toContainEqual(
      expect.objectContaining({ subject: missing, message: 'the order is missing in the index paid' }),
    );
    expect(differences).toContainEqual(
      expect.objectContaining({ subject: extra, message: 'the order must not be in the index shipped' }),
    );
    expect(differences).toContainEqual(expect.objectContaining({ subject: 'orders by person' }));
  });

  it('totals, stock, names and transactions that do not add up', async () => {
    await scan.hincrby(keys.totals, 'revenue', 1);
    await scan.hincrby(keys.stock, 'tool-1', -1);
    await scan.hdel(keys.names, 'Hand Saw');
    await scan.hset(keys.names, 'Ghost Saw', '');
    await scan.hset(keys.tx, 'pi_ghost', 'ord_ghost');
    expect(await found('totals')).toMatchObject([{ subject: 'revenue' }]);
    expect(await found('stock')).toMatchObject([{ subject: 'tool-1' }]);
    expect(await found('index')).toMatchObject([
      { subject: 'Hand Saw', message: 'the name is not known to searches' },
      { subject: 'Ghost Saw', message: 'no order has this name' },
      { subject: 'transactions' },
    ]);
  });

  it('a total that nobody keeps any more', async () => {
    await scan.hset(keys.totals, 'unpaid', '3');
    expect(await found('totals')).toMatchObject([{ subject: 'unpaid' }]);
  });

  it('a number of orders that does not add up, once', async () => {
    await scan.zadd(keys.set('paid'), 1, 'ord_ghost');
    const { differences } = await verify(scan);
    expect(differences).toMatchObject([{ kind: 'index', subject: `size of ${keys.set('paid')}` }]);
  });

  it('a head that says more than the log holds', async () => {
    await scan.hincrby(redisKeys.meta, 'seq', 5);
    expect((await found('log')).length).toBeGreaterThan(0);
  });

  it('and a rebuild puts all of them right', async () => {
    const id = await order('paid');
    await scan.del(keys.order(id));
    await scan.zrem(keys.set('paid'), id);
    await scan.hincrby(keys.stock, 'tool-1', 77);
    await rebuild(scan);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });
});
