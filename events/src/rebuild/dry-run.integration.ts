import type { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { projectionCode } from '../model/project.ts';
import type { OrderLog } from '../order-log.ts';
import { keepBusy, openBusyShop, visit } from '../testing/busy-shop.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { placeTwice } from '../testing/second-placing.ts';
import type { TestRedis } from '../testing/start-redis.ts';
import { storeSnapshot } from '../testing/store-snapshot.ts';
import { verify } from '../verify/verify.ts';
import { dryRun } from './dry-run.ts';
import { rebuild } from './rebuild.ts';

let redis: TestRedis;
let log: OrderLog;
let scan: Redis;
let keys: GenerationKeys;

freshLogBeforeEach(async (fresh) => {
  ({ redis, log, scan, keys } = fresh);
  await openBusyShop(log);
  for (let turn = 0; turn < 30; turn += 1) await visit(log, turn);
});

const orderIn = async (state: 'unpaid' | 'paid' | 'shipped') =>
  (await log.orders({ states: [state], limit: 1 })).orders[0]?.id ?? '';

describe('a dry run', () => {
  it('finds nothing to change in read models that this release has made, and writes nothing', async () => {
    const before = await storeSnapshot(log);
    const { seq } = await log.head();
    const none = { seq, orders: 30, gen: keys.gen, usedCode: projectionCode, code: projectionCode, count: 0 };
    expect(await dryRun(scan)).toMatchObject(none);
    expect(await storeSnapshot(log)).toEqual(before);
  });

  it('compares an open shop with what the log holds by then', async () => {
    const stop = new AbortController();
    const busy = keepBusy(log, stop.signal, 1_000);
    try {
      for (let turn = 0; turn < 3; turn += 1) expect(await dryRun(scan)).toMatchObject({ differences: [] });
    } finally {
      stop.abort();
      await busy;
    }
  });

  it('shows what another projection has stored otherwise, where verify finds nothing wrong', async () => {
    const [open, finished] = [await orderIn('unpaid'), await orderIn('shipped')];
    for (const id of [open, finished]) {
      const text = (await scan.get(keys.order(id))) ?? '';
      await scan.set(keys.order(id), text.replace('"state":', '"state": '));
    }
    await scan.hset(redisKeys.meta, 'code', 'p0');
    expect(await verify(scan)).toMatchObject({ count: 0 });
    const found = await dryRun(scan);
    expect(found).toMatchObject({ usedCode: 'p0', code: projectionCode, count: 2 });
    expect(found.differences.map(({ subject }) => subject).sort()).toEqual([open, finished].sort());
  });

  it('lists everything that a rebuild then removes', async () => {
    const [changed, lost, moved] = [await orderIn('unpaid'), await orderIn('paid'), await orderIn('shipped')];
    const text = (await scan.get(keys.order(changed))) ?? '';
    await scan.set(keys.order(changed), text.replace('"sealed"', '"broken"'));
    await scan.del(keys.order(lost));
    await scan.zrem(keys.set('shipped'), moved);
    await scan.del(keys.deleted);
    await scan.hset(keys.totals, { revenue: '7', unpaid: '3' });
    await scan.hincrby(keys.stock, 'tool-1', 1);
    await scan.hset(keys.tx, 'pi_1', 'ord_other');
    const { differences } = await dryRun(scan);
    const told = differences.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`);
    for (const part of [
      `order ${changed}: sale.person is "broken", the log says "sealed"`,
      `order ${lost}: no document is stored, and one would be`,
      `index ${moved} in shipped: nothing is stored`,
      'index size of deleted: 0 is stored, it would be 6',
      'totals revenue: 7 is stored',
      'totals unpaid: 3 is stored, it would be nothing',
      'stock tool-1: ',
      'index transaction pi_1: ord_other is stored',
    ])
      expect(told).toContainEqual(expect.stringContaining(part));
    await rebuild(scan);
    expect(await dryRun(scan)).toMatchObject({ gen: (await log.head()).gen, count: 0 });
  });

  it('lists every event at which a rebuild would stop, and none that was declared void', async () => {
    const command = samplePlace({ toolId: 'tool-0', idempotencyKey: 'twice' });
    const { order } = await log.place(command);
    const seqs = [await placeTwice(log, command), await placeTwice(log, command)];
    const stops = async () => (await dryRun(scan)).differences.filter(({ kind }) => kind === 'log');
    expect(await stops()).toMatchObject(seqs.map((seq) => ({ seq, subject: order.id })));
    await log.voidEvent({
      seq: seqs[0] ?? 0,
      subject: order.id,
      reason: 'impossible',
      note: null,
      ...origin,
    });
    expect(await stops()).toMatchObject([{ seq: seqs[1] }]);
  });

  it('is given up when the read models are replaced meanwhile', async () => {
    const other = await openScanConnection(redis.url, 'rebuild');
    const ask = scan.eval.bind(scan);
    let questions = 0;
    const asking = vi.spyOn(scan, 'eval').mockImplementation(async (...question) => {
      questions += 1;
      if (questions === 3) await rebuild(other);
      return ask(...question);
    });
    try {
      await expect(dryRun(scan)).rejects.toThrow('The read models were replaced meanwhile');
    } finally {
      asking.mockRestore();
      other.disconnect();
    }
  });
});
