import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import { type RawEntry, rawEntries } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { OrderLog } from '../order-log.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { openBusyShop, visit } from '../testing/busy-shop.ts';
import { fakeSealer } from '../testing/fake-sealer.ts';
import { asFormerLog, formerReason, uniquePerson } from '../testing/former-log.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { origin, samplePlace } from '../testing/sample-shop.ts';
import { placeTwice } from '../testing/second-placing.ts';
import type { TestRedis } from '../testing/start-redis.ts';
import { generationSnapshot, storeSnapshot } from '../testing/store-snapshot.ts';
import { verify } from '../verify/verify.ts';
import { destroyUnsealed } from './destroy-unsealed.ts';
import { sealLog } from './seal-log.ts';

let redis: TestRedis;
let log: OrderLog;
let scan: Redis;
const noRecords = { areClear: async () => false, seal: async () => undefined };
const seal = () => sealLog(scan, { sealer: fakeSealer, records: noRecords });

freshLogBeforeEach(async (fresh) => {
  ({ redis, log, scan } = fresh);
  await openBusyShop(log);
  for (let turn = 0; turn < 40; turn += 1) await visit(log, turn);
  await asFormerLog(scan);
  await rebuild(scan);
});

const events = async (key: string = redisKeys.events) =>
  (await rawEntries(scan, 0, 10_000, key)).map(([id, fields]: RawEntry) =>
    recordedEvent(storedEvent(id, fields)),
  );

/** The words of everybody who ordered. */
async function wordsOfPeople(): Promise<string[]> {
  const uids = (await events()).flatMap(({ type, data }) => (type === 'order.created' ? [data.uid] : []));
  return [...new Set(uids)].map((uid) => uniquePerson(uid).zip.replace('1207', ''));
}
const holding = (words: readonly string[], text: string): string[] =>
  words.filter((word) => text.includes(word));

describe('a log in which people can be read', () => {
  it('says the same afterwards, one position later, behind an event that names where it ended', async () => {
    const { seq, hash, ts, shop } = await log.head();
    const before = await events();
    expect(await seal()).toBe('sealed');
    const [first, ...rest] = await events();
    expect(first).toMatchObject({ type: 'log.sealed', data: { seq, hash, ts }, seq: 1, ts: before[0]?.ts });
    expect(rest.map(({ type, subject, ts: at }) => [type, subject, at])).toEqual(
      before.map(({ type, subject, ts: at }) => [type, subject, at]),
    );
    expect(rest.map(({ v, correlationId }) => [v, correlationId])).toEqual(
      before.map(({ v, correlationId }) => [v, correlationId]),
    );
    expect(await log.head()).toMatchObject({ seq: seq + 1, ts, shop });
    expect(await verify(scan)).toMatchObject({ count: 0, seq: seq + 1 });
    const sealed = await generationSnapshot(log);
    await rebuild(scan);
    expect(await generationSnapshot(log)).toEqual(sealed);
  });

  it('gives every order to the same person, and every reason in the same words', async () => {
    const before = await events();
    await seal();
    const owners = new Map<string, string>();
    for (const [index, old] of before.entries()) {
      const event = (await events())[index + 1];
      if (event?.type === 'order.created' && old.type === 'order.created') {
        const { uid, person } = event.data;
        owners.set(event.subject, uid);
        expect(await fakeSealer.openPerson(uid, event.subject, String(person))).toEqual(old.data.person);
        expect(old.data.person).toEqual(uniquePerson(uid));
        expect(event).toMatchObject({ schema: 2, requestHash: fakeSealer.hashOf(old.requestHash) });
      }
      if (event?.type !== 'order.deleted') continue;
      const uid = owners.get(event.subject) ?? '';
      expect(event.data.reason).toBe('other');
      expect(await fakeSealer.openNote(uid, event, String(event.data.note))).toBe(formerReason(uid));
    }
    expect(new Set((await events()).map(({ actor }) => actor))).toEqual(
      new Set(['system:sealing', 'admin:uid-of-amal']),
    );
  });

  it('leaves nobody in the files of Redis once the old log is destroyed', async () => {
    const words = await wordsOfPeople();
    const files = async () => {
      const folder = join(redis.dir, 'appendonlydir');
      const names = await readdir(folder);
      return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n');
    };
    expect(holding(words, await files())).toEqual(words);
    await seal();
    const { '{o}:ev:unsealed': kept, ...rest } = await storeSnapshot(log, '');
    expect(holding(words, JSON.stringify(kept))).toEqual(words);
    expect(holding(words, JSON.stringify(rest))).toEqual([]);
    expect(await destroyUnsealed(scan)).toBe(true);
    expect(holding(words, await files())).toEqual([]);
    expect(await destroyUnsealed(scan)).toBe(false);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });

  it('is not begun to be sealed where a second log does not fit into memory', async () => {
    const before = await storeSnapshot(log);
    const used = Number(/^used_memory:(\d+)/m.exec(await scan.info('memory'))?.[1]);
    await scan.config('SET', 'maxmemory', used + 1_000);
    const refused = await seal().catch(String);
    await scan.config('SET', 'maxmemory', 0);
    expect(refused).toMatch(/Sealing the log needs about [\d.]+ MB, and [\d.]+ MB are free/);
    expect(await storeSnapshot(log)).toEqual(before);
    expect(await seal()).toBe('sealed');
  });

  it('is sealed once: then there is nothing to do', async () => {
    await seal();
    const sealed = await storeSnapshot(log);
    expect(await seal()).toBe('nothing');
    expect(await storeSnapshot(log)).toEqual(sealed);
  });

  it('goes on with the orders of this release, before and after', async () => {
    const place = (idempotencyKey: string) =>
      log.place(samplePlace({ toolId: 'tool-0', idempotencyKey, person: `sealed-${idempotencyKey}` }));
    const { order } = await place('before');
    expect(await seal()).toBe('sealed');
    expect(await place('before')).toMatchObject({ repeated: true, order: { person: 'sealed-before' } });
    expect((await log.history(order.id)).map(({ requestHash }) => requestHash)).toEqual(['request-1']);
    expect((await place('after')).repeated).toBe(false);
    await log.pay({ orderId: order.id, transactionId: 'pi_late', ...origin });
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });
});

describe('a log with a voided event', () => {
  it('names the same event by its new position, for the same reason, which is sealed for the person of the order', async () => {
    const command = samplePlace({ toolId: 'tool-0', idempotencyKey: 'twice' });
    const { order } = await log.place(command);
    const second = await placeTwice(log, command);
    const uid = command.uid;
    await log.voidEvent({ seq: second, subject: order.id, reason: 'placed-twice', note: null, ...origin });
    await asFormerLog(scan);
    const note = { text: formerReason(uid) };
    expect((await events()).at(-1)).toMatchObject({
      schema: 1,
      data: { seq: second, reason: 'other', note },
    });
    await rebuild(scan);
    await seal();
    const event = (await events()).at(-1);
    if (event?.type !== 'event.voided') throw new Error('The last event declares another one void');
    expect(event).toMatchObject({ schema: 2, data: { seq: second + 1, reason: 'other' } });
    expect(await fakeSealer.openNote(uid, event, String(event.data.note))).toBe(note.text);
    expect(await verify(scan)).toMatchObject({ count: 0 });
  });
});

describe('a log that this release wrote', () => {
  it('needs no sealing, and an empty one neither', async () => {
    await scan.flushall();
    const { openOrderLog } = await import('../open-order-log.ts');
    const fresh = await openOrderLog({ url: redis.url });
    expect(await seal()).toBe('nothing');
    await openBusyShop(fresh);
    await visit(fresh, 5);
    expect(await seal()).toBe('nothing');
    await fresh.close();
  });
});
