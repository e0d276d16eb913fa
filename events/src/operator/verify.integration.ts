import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainHash, genesisHash, storedEventFromList } from '../log/event-fields.ts';
import { generationKeys } from '../log/generation-keys.ts';
import { recordKeys } from '../log/record-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { rebuild } from '../projection/rebuild.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { verify } from './verify.ts';

type Entry = [id: string, fields: string[]];

let redis: TestRedis;
let log: OrderLog;
let scan: Redis;
const keys = generationKeys(1);

beforeAll(async () => {
  redis = await startRedis();
  scan = await openScanConnection(redis.url, 'verify');
});
beforeEach(async () => {
  await scan.flushall();
  await log?.close();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
  await openBusyShop(log);
  for (let turn = 0; turn < 24; turn += 1) await visit(log, turn);
});
afterAll(async () => {
  scan?.disconnect();
  await log?.close();
  await redis?.stop();
});

/** Puts another stream in the place of the log, as no command of the shop could. */
async function tamper(change: (entries: Entry[]) => Entry[]): Promise<void> {
  const entries = (await scan.xrange(recordKeys.events, '-', '+')) as Entry[];
  await scan.del(recordKeys.events);
  for (const [id, fields] of change(entries)) await scan.xadd(recordKeys.events, id, ...fields);
}
/** The same with one field of one event. */
const tamperField = (seq: number, field: string, change: (value: string) => string) =>
  tamper((entries) =>
    entries.map(([id, fields]): Entry => {
      if (id !== `${seq}-0`) return [id, fields];
      const at = fields.indexOf(field) + 1;
      return [id, fields.map((value, index) => (index === at ? change(value) : value))];
    }),
  );
/** Makes every hash fit again, as a forger with access to Redis could. */
function hashAnew(entries: Entry[]): Entry[] {
  let previous = genesisHash;
  return entries.map(([id, fields]): Entry => {
    const stored = storedEventFromList(id, fields);
    previous = chainHash(previous, stored);
    return [id, [...fields.slice(0, -1), previous]];
  });
}
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
});

describe('a damaged log is found and the event is named:', () => {
  it('a flipped byte', async () => {
    await tamperField(12, 'data', (data) => data.replace('Dhaka', 'Ehaka'));
    expect(await found('log')).toMatchObject([{ seq: 12 }]);
  });

  it('a flipped byte in the hash itself', async () => {
    await tamperField(12, 'hash', (hash) =>
      hash.startsWith('0') ? `1${hash.slice(1)}` : `0${hash.slice(1)}`,
    );
    expect(await found('log')).toMatchObject([{ seq: 12 }]);
  });

  it('a missing event', async () => {
    await tamper((entries) => entries.filter(([id]) => id !== '12-0'));
    expect(await found('log')).toContainEqual(
      expect.objectContaining({ seq: 13, message: 'event 12 is missing' }),
    );
  });

  it('an entry that the shop has not written, at the end of the log or in it', async () => {
    await tamper((entries) => {
      const fields = (entries[0] as Entry)[1];
      return [...entries.slice(0, 12), ['12-3', fields], ...entries.slice(12), ['999999-7', fields]];
    });
    expect(await found('log')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ seq: 12, message: 'its id is 12-3' }),
        expect.objectContaining({ seq: 999_999, message: 'its id is 999999-7' }),
      ]),
    );
  });

  it('a log that lost its last event, with a strange entry behind it', async () => {
    const { seq } = await log.head();
    await tamper((entries) => [...entries.slice(0, -1), [`${seq - 1}-4`, (entries[0] as Entry)[1]]]);
    const messages = (await found('log')).map(({ message }) => message);
    expect(messages).toContain(`its id is ${seq - 1}-4`);
    expect(messages).toContain('the log ends before the head that was written');
  });

  it('two events in each other’s place', async () => {
    await tamper((entries) => {
      const list = [...entries];
      const [left, right] = [list[11] as Entry, list[12] as Entry];
      list[11] = [left[0], right[1]];
      list[12] = [right[0], left[1]];
      return list;
    });
    const seqs = (await found('log')).map(({ seq }) => seq);
    expect(seqs).toContain(12);
    expect(seqs).toContain(13);
    expect(Math.max(...seqs.map(Number))).toBeLessThanOrEqual(14);
  });

  it.each([
    ['an unknown type', 'type', 'order.returned', 'does not know the event order.returned'],
    ['a schema of the future', 'schema', '9', 'with schema 9'],
    ['broken JSON', 'data', '{"toolId":', 'its data is not JSON'],
    ['data that its schema refuses', 'data', '{"toolId":1}', 'does not fit'],
    ['a schema that is no number', 'schema', 'two', 'schema is not a number'],
  ])('%s', async (_, field, value, message) => {
    await tamperField(9, field, () => value);
    await tamper(hashAnew);
    const differences = await found('log');
    expect(differences).toContainEqual(
      expect.objectContaining({ seq: 9, message: expect.stringContaining(message) }),
    );
    await expect(rebuild(scan, { graceMs: 0 })).rejects.toMatchObject({ name: 'PoisonEventError', seq: 9 });
  });

  it('an event that cannot follow', async () => {
    const paid = (await log.orders({ state: 'paid', limit: 1 })).orders[0];
    const seq = paid?.seqs[1] ?? 0;
    await tamperField(seq, 'type', () => 'order.shipped');
    await tamperField(seq, 'schema', () => '1');
    await tamperField(seq, 'data', () => '{}');
    await tamper(hashAnew);
    expect(await found('log')).toContainEqual(expect.objectContaining({ seq, subject: paid?.id }));
  });

  it('a log that was cut at its end or hashed anew, with the help of a manifest', async () => {
    const against = await log.head();
    expect(await verify(scan, { against })).toMatchObject({ count: 0 });
    await tamperField(3, 'actor', () => 'user:somebody-else');
    await tamper(hashAnew);
    const forged = await verify(scan, { against });
    expect(forged.differences).toContainEqual(
      expect.objectContaining({ kind: 'manifest', seq: against.seq }),
    );
    await tamper((entries) => entries.slice(0, -2));
    const cut = await verify(scan, { against });
    expect(cut.differences).toContainEqual(
      expect.objectContaining({ kind: 'manifest', message: expect.stringContaining('ends before') }),
    );
  });
});

describe('read models that do not agree with the log are found:', () => {
  const order = async (state: 'unpaid' | 'paid' | 'shipped') => {
    const id = (await log.orders({ state, limit: 1 })).orders[0]?.id;
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

  it('an index that misses an order or holds one too many', async () => {
    const [missing, extra] = [await order('paid'), await order('unpaid')];
    await scan.zrem(keys.set('paid'), missing);
    await scan.zadd(keys.set('shipped'), 5, extra);
    await scan.zadd(keys.mail('user-1@example.com', 'paid'), 1, 'ord_ghost');
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
      { subject: 'Ghost Saw', message: 'nothing of this name was ever ordered' },
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
    await scan.hincrby(recordKeys.meta, 'seq', 5);
    expect((await found('log')).length).toBeGreaterThan(0);
  });

  it('and a rebuild puts all of them right', async () => {
    const id = await order('paid');
    await scan.del(keys.order(id));
    await scan.zrem(keys.set('paid'), id);
    await scan.hincrby(keys.stock, 'tool-1', 77);
    await rebuild(scan, { graceMs: 0 });
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });
});
