import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { type Entry, hashAnew, tamper, tamperField } from '../testing/tamper.ts';

let log: OrderLog;
let scan: Redis;

freshLogBeforeEach(async (fresh) => {
  ({ log, scan } = fresh);
  await openBusyShop(log);
  for (let turn = 0; turn < 24; turn += 1) await visit(log, turn);
});

const found = async (kind: string) => {
  const { differences } = await verify(scan, { batchSize: 10 });
  return differences.filter((difference) => difference.kind === kind);
};

describe('a damaged log is found and the event is named:', () => {
  it('a flipped byte', async () => {
    await tamperField(scan, 12, 'data', (data) => data.replace('sealed', 'broken'));
    expect(await found('log')).toMatchObject([{ seq: 12 }]);
  });

  it('a flipped byte in the hash itself', async () => {
    await tamperField(scan, 12, 'hash', (hash) =>
      hash.startsWith('0') ? `1${hash.slice(1)}` : `0${hash.slice(1)}`,
    );
    expect(await found('log')).toMatchObject([{ seq: 12 }]);
  });

  it('a flipped byte in the last hash, and not the event that comes after it', async () => {
    const { seq } = await log.head();
    await tamperField(scan, seq, 'hash', (hash) => (hash.startsWith('0') ? '1' : '0') + hash.slice(1));
    // The append script goes on from the head, whose hash is the proper one.
    await visit(log, 1_001);
    expect(await found('log')).toMatchObject([{ seq }]);
  });

  it('a missing event', async () => {
    await tamper(scan, (entries) => entries.filter(([id]) => id !== '12-0'));
    expect(await found('log')).toContainEqual(
      expect.objectContaining({ seq: 13, message: 'event 12 is missing' }),
    );
  });

  it('an entry that the shop has not written, at the end of the log or in it', async () => {
    await tamper(scan, (entries) => {
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
    await tamper(scan, (entries) => [...entries.slice(0, -1), [`${seq - 1}-4`, (entries[0] as Entry)[1]]]);
    const messages = (await found('log')).map(({ message }) => message);
    expect(messages).toContain(`its id is ${seq - 1}-4`);
    expect(messages).toContain('the log ends before the head that was written');
  });

  it('two events in each other’s place', async () => {
    await tamper(scan, (entries) => {
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
  ] as const)('%s', async (_, field, value, message) => {
    await tamperField(scan, 9, field, () => value);
    await tamper(scan, hashAnew);
    const differences = await found('log');
    expect(differences).toContainEqual(
      expect.objectContaining({ seq: 9, message: expect.stringContaining(message) }),
    );
    await expect(rebuild(scan)).rejects.toMatchObject({ name: 'PoisonEventError', seq: 9 });
  });

  it('an event that cannot follow', async () => {
    const paid = (await log.orders({ states: ['paid'], limit: 1 })).orders[0];
    const seq = paid?.seqs[1] ?? 0;
    await tamperField(scan, seq, 'type', () => 'order.shipped');
    await tamperField(scan, seq, 'schema', () => '1');
    await tamperField(scan, seq, 'data', () => '{}');
    await tamper(scan, hashAnew);
    expect(await found('log')).toContainEqual(expect.objectContaining({ seq, subject: paid?.id }));
  });

  it('a log that was cut at its end or hashed anew, with the help of a manifest', async () => {
    const against = await log.head();
    expect(await verify(scan, { against })).toMatchObject({ count: 0 });
    await tamperField(scan, 3, 'actor', () => 'user:somebody-else');
    await tamper(scan, hashAnew);
    const forged = await verify(scan, { against });
    expect(forged.differences).toContainEqual(
      expect.objectContaining({ kind: 'manifest', seq: against.seq }),
    );
    await tamper(scan, (entries) => entries.slice(0, -2));
    const cut = await verify(scan, { against });
    expect(cut.differences).toContainEqual(
      expect.objectContaining({ kind: 'manifest', message: expect.stringContaining('its hash is missing') }),
    );
  });

  it('and a rebuild refuses a log that was cut at its end, instead of waiting for what is gone', async () => {
    await tamper(scan, (entries) => entries.slice(0, -2));
    const { seq, gen } = await log.head();
    await expect(rebuild(scan)).rejects.toMatchObject({
      name: 'LogDamagedError',
      seq: seq - 1,
    });
    expect((await log.head()).gen).toBe(gen);
  });

  it('and a rebuild makes a head that is behind the log anew', async () => {
    const { seq, hash } = await log.head();
    await scan.hset(redisKeys.meta, 'seq', seq - 2);
    await rebuild(scan);
    expect(await log.head()).toMatchObject({ seq, hash });
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });
});
