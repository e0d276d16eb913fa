import type { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { openScan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { keepBusy, openBusyShop, visit } from '../testing/busy-shop.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { origin } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import type { TestRedis } from '../testing/start-redis.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';
import { verify as verifyStore } from './verify.ts';

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

  it('is not changed, and the projection that made its read models is named', async () => {
    await scan.hset(redisKeys.meta, 'code', 'p0');
    const before = await storeSnapshot(log);
    expect(await verify(scan)).toMatchObject({ gen: keys.gen, code: 'p0', orders: 19, count: 0 });
    expect(await storeSnapshot(log)).toEqual(before);
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
    const store = await openScan(redis.url, 'verify');
    const read = store.reader.read.bind(store.reader);
    let reads = 0;
    vi.spyOn(store.reader, 'read').mockImplementation(async (...asked) => {
      reads += 1;
      if (reads === 3) await rebuild(scan);
      return read(...asked);
    });
    try {
      const found = await verifyStore(store, { batchSize: 10 });
      expect(found).toMatchObject({ gen: (await log.head()).gen, differences: [] });
      expect(found.gen).toBeGreaterThan(keys.gen);
    } finally {
      await store.close();
    }
  });

  it('counts an order that changes before each comparison, and does not call it wrong', async () => {
    const id = (await log.orders({ states: ['paid'], limit: 1 })).orders[0]?.id ?? '';
    const store = await openScan(redis.url, 'verify');
    const read = store.reader.read.bind(store.reader);
    let changes = 0;
    vi.spyOn(store.reader, 'read').mockImplementation(async (...asked) => {
      if (asked[1].some((one) => one.keys[0] === keys.order(id))) {
        changes += 1;
        const dispute = { disputeId: 'dp', status: `status ${changes}`, reason: 'general', amount: 1 };
        await log.afterPayment(id, { type: 'record-dispute', ...dispute }, origin);
      }
      return read(...asked);
    });
    try {
      expect(await verifyStore(store, { batchSize: 10 })).toMatchObject({ uncompared: 1, differences: [] });
    } finally {
      await store.close();
    }
    expect(await verify(scan)).toMatchObject({ uncompared: 0, count: 0 });
  });

  it('is left at once when somebody has had enough', async () => {
    const enough = new AbortController();
    const onProgress = () => enough.abort();
    await expect(verify(scan, { batchSize: 10, onProgress, signal: enough.signal })).rejects.toThrow(
      'aborted',
    );
  });
});

describe('read models that do not agree with the log', () => {
  const order = async (state: 'unpaid' | 'paid' | 'shipped') => {
    const id = (await log.orders({ states: [state], limit: 1 })).orders[0]?.id;
    if (id === undefined) throw new Error(`No order is ${state}`);
    return id;
  };
  const change = async (id: string, by: (text: string) => string) =>
    scan.set(keys.order(id), by((await scan.get(keys.order(id))) ?? ''));

  /** Each changes something, and answers how it must be named. */
  const faults: Record<string, () => Promise<readonly string[]>> = {
    async 'a document that was changed'() {
      const id = await order('unpaid');
      await change(id, (text) => text.replace('"quantity":', '"quantity":9'));
      return [`order ${id}: sale.quantity is 9`];
    },
    async 'a document that says the same in other words'() {
      const id = await order('shipped');
      await change(id, (text) => text.replace('"state":', '"state": '));
      return [`order ${id}: it is stored in other words`];
    },
    async 'a document that is lost'() {
      const id = await order('paid');
      await scan.del(keys.order(id));
      return [`order ${id}: no document is stored`];
    },
    async 'a document that is none'() {
      const id = await order('shipped');
      await scan.set(keys.order(id), 'nonsense');
      return [`order ${id}: A stored order must be JSON`];
    },
    async 'a document that is older than its order'() {
      const [id, other] = [await order('shipped'), await order('unpaid')];
      await scan.set(keys.order(id), (await scan.get(keys.order(other))) ?? '');
      return [`order ${id}: `];
    },
    async 'a document that lists an event too many'() {
      const id = await order('unpaid');
      await change(id, (text) =>
        text.replace('"version":1,', '"version":2,').replace('],', ',{"seq":1e20,"ts":5}],'),
      );
      return [`order ${id}: history.1.seq is 100000000000000000000, the log says nothing`];
    },
    async 'a set that misses an order'() {
      const id = await order('paid');
      await scan.zrem(keys.set('paid'), id);
      return [`index ${id}: the order is missing in the index paid`, 'index size of paid: '];
    },
    async 'a set that holds an order of another state'() {
      const id = await order('unpaid');
      await scan.zadd(keys.attention, 5, id);
      return [`order ${id}: it is in the index attention, `, 'index size of attention: '];
    },
    async 'an order that is in the set of another one'() {
      const [id, other] = [await order('paid'), await order('shipped')];
      await scan.zrem(keys.set('paid'), id);
      await scan.zadd(keys.set('paid'), 5, other);
      return [
        `index ${id}: the order is missing in the index paid`,
        `order ${other}: it is in the index paid, `,
      ];
    },
    async 'a set in which no order belongs'() {
      const id = await order('unpaid');
      await scan.zadd(keys.person('user-1', 'refunded'), 5, id);
      return [
        'index size of person:user-1:refunded: 1 is stored, the log says 0',
        `order ${id}: it is in the index person:user-1:refunded, `,
      ];
    },
    async 'an order at the wrong place of a set'() {
      const id = await order('unpaid');
      await scan.zadd(keys.set('unpaid'), 1, id);
      return [`index ${id}: the order is at the wrong place in the index unpaid`];
    },
    async 'a set of a person that holds a stranger'() {
      await scan.zadd(keys.person('user-1', 'paid'), 1, 'ord_ghost');
      return [
        'index size of person:user-1:paid: ',
        'order ord_ghost: it is in the index person:user-1:paid, ',
      ];
    },
    async 'a total'() {
      await scan.hincrby(keys.totals, 'revenue', 1);
      return ['totals revenue: '];
    },
    async 'a total that this release does not know'() {
      await scan.hset(keys.totals, 'unpaid', '3');
      return ['totals unpaid: 3 is stored, the log says 0'];
    },
    async 'the stock of a tool'() {
      await scan.hincrby(keys.stock, 'tool-1', -1);
      return ['stock tool-1: '];
    },
    async 'names that searches know'() {
      await scan.hdel(keys.names, 'Hand Saw');
      await scan.hset(keys.names, 'Ghost Saw', '');
      return ['index Hand Saw: 0 is stored, the log says 1', 'index Ghost Saw: 1 is stored, the log says 0'];
    },
    async transactions() {
      await scan.hset(keys.tx, { pi_1: 'ord_other', pi_ghost: 'ord_ghost' });
      return ['index transaction pi_1: ord_other is stored', 'index transactions: '];
    },
    async 'an erased person'() {
      await scan.zadd(keys.erased, 5, 'user-1');
      return ['erased user-1: 5 is stored, the log says 0'];
    },
  };

  it.each(Object.entries(faults))('are found and named: %s', async (_, fault) => {
    const expected = await fault();
    const { differences, count } = await verify(scan, { batchSize: 10 });
    const told = differences.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`);
    for (const part of expected) expect(told).toContainEqual(expect.stringContaining(part));
    expect(count).toBe(expected.length);
  });

  it('are put right by a rebuild', async () => {
    for (const what of [
      'a total',
      'the stock of a tool',
      'a set that misses an order',
      'a document that is none',
    ])
      await faults[what]?.();
    await rebuild(scan);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });

  it('include a head that says more than the log holds', async () => {
    await scan.hincrby(redisKeys.meta, 'seq', 5);
    expect(await found('log')).toContainEqual(
      expect.objectContaining({ message: 'the log ends before the head that was written' }),
    );
  });
});
