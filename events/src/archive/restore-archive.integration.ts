import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { changeRecords } from '../log/change-records.ts';
import { openScan } from '../log/open-scan.ts';
import type { ArchiveMoment } from '../log/past-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { packLines, readLines } from '../objects/packed-lines.ts';
import { openOrderLog } from '../order-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { headIn } from '../testing/raw-redis.ts';
import { restoreArchive, verify } from '../testing/scan-work.ts';
import { everythingIn, openShopPair } from '../testing/shop-pair.ts';
import { logArchiver } from './log-archiver.ts';
import { type ArchiveRound, type Archiver, openArchiver } from './open-archiver.ts';

let store: MemoryObjects;
let archiver: Archiver;
const waiting = { timeout: 60_000, interval: 20 };

const pair = await openShopPair();
const live = await openScan(pair.fromUrl, 'karigar-archive');
beforeEach(async () => {
  await pair.into.flushall();
  store = memoryObjects();
  archiver?.close();
  archiver = await openArchiver(live, store, 35);
  await archiver.round();
});
afterAll(async () => {
  archiver?.close();
  await live.close();
  await pair.stop();
});

const restore = (shop: string, until?: ArchiveMoment) =>
  restoreArchive(pair.into, store, shop, { until, asCopy: false });

describe('a restore from the archive', () => {
  it('gives the whole shop back as it was: log, records, intents, notes', async () => {
    const round = await archiver.round();
    const restored = await restore(round.head.shop);
    expect(restored).toMatchObject({ head: { seq: round.head.seq }, recordsFault: null });
    expect(await everythingIn(pair.into)).toEqual(await everythingIn(pair.from));
    expect(await verify(pair.into)).toMatchObject({ count: 0, seq: round.head.seq });
    const opened = await openOrderLog({ url: pair.intoUrl, commandTimeoutMs: 30_000 });
    expect([await opened.shop(), await opened.totals()]).toEqual([
      await pair.shop.shop(),
      await pair.shop.totals(),
    ]);
    await opened.close();
  });

  it('gives back what it was at each moment: changed, added, emptied and removed records', async () => {
    const { from, shop } = pair;
    const moments: { round: ArchiveRound; lines: string[] }[] = [];
    const change = async (work: () => Promise<unknown>) => {
      await work();
      const round = await archiver.round();
      moments.push({ round, lines: await everythingIn(from) });
      // Moments are told apart by the millisecond.
      await expect
        .poll(async () => Number((await from.time())[0]) * 1_000 > round.head.time, waiting)
        .toBe(true);
    };
    await change(() => from.set(redisKeys.review('r2'), 'new'));
    await change(() => from.set(redisKeys.review('r2'), 'changed'));
    await change(async () => {
      await from.hset(redisKeys.record('h'), 'a', '1', 'b', '2');
      await from.zadd(redisKeys.reviews, 5, 'r2');
      await from.xadd(redisKeys.ops, '*', 'kind', 'note', 'why', 'a second');
    });
    await change(async () => {
      await from.hdel(redisKeys.record('h'), 'a');
      await changeRecords(shop.redis, [], ['kind', 'tool.changed']);
      await changeRecords(shop.redis, [], ['kind', 'tool.changed']);
      await shop.setStock({ toolId: 'tool-0', set: 60, actor: 'a', correlationId: 'c' });
    });
    await change(() => from.unlink(redisKeys.review('r2'), redisKeys.record('h')));
    await change(() => shop.redis.run((connection) => connection.del(redisKeys.intents)));
    for (const { round, lines } of moments) {
      await pair.into.flushall();
      await restore(round.head.shop, { time: round.head.time });
      expect(await everythingIn(pair.into)).toEqual(lines);
    }
  });

  it('as of an event, the log ends there, and no record is of later', async () => {
    const { shop, seq } = (await archiver.round()).head;
    await pair.from.set(redisKeys.review('later'), 'x');
    await pair.shop.setStock({ toolId: 'tool-0', set: 50, actor: 'a', correlationId: 'c' });
    await archiver.round();
    expect((await restore(shop, { seq })).head.seq).toBe(seq);
    expect(await pair.into.exists(redisKeys.review('later'))).toBe(0);
    await pair.into.flushall();
    const early = await restore(shop, { seq: 10 });
    expect([early.head.seq, early.recordsFault]).toEqual([
      10,
      expect.stringContaining('the earliest records that are kept'),
    ]);
    expect(await verify(pair.into)).toMatchObject({ count: 0, seq: 10 });
  });

  it('begins a later epoch than any that the archive knows', async () => {
    await pair.from.hset(redisKeys.meta, 'epoch', 7);
    await pair.shop.setStock({ toolId: 'tool-0', set: 40, actor: 'a', correlationId: 'c' });
    const { shop } = (await archiver.round()).head;
    await pair.from.hset(redisKeys.meta, 'epoch', 1);
    await restore(shop);
    expect(await pair.into.hget(redisKeys.meta, 'epoch')).toBe('8');
  });

  it('begins a later epoch than any that the archive knows into which the shop will be written', async () => {
    const own = memoryObjects();
    const { shop } = (await archiver.round()).head;
    const log = await headIn(pair.from);
    await logArchiver(live, own)({ ...log, epoch: 11 });
    await restoreArchive(pair.into, store, shop, { asCopy: false, into: own });
    expect(await pair.into.hget(redisKeys.meta, 'epoch')).toBe('12');
  });

  it.each([
    ['an event that is none', { seq: 0 }],
    ['an event behind the last one', { seq: 20_261_121 }],
    ['a time before the first one', { time: 1_000 }],
  ])('refuses %s, and says from when to when the archive reaches', async (_, until) => {
    const { shop, seq } = (await archiver.round()).head;
    const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/.source;
    await expect(restore(shop, until)).rejects.toThrow(
      new RegExp(`from event 1 to event ${seq}, of ${time}`),
    );
    expect(await pair.into.dbsize()).toBe(0);
  });

  it('writes no key that is no record, and names the object that holds it', async () => {
    const { shop } = (await archiver.round()).head;
    const name = store.names().findLast((one) => one.includes('/records/')) ?? '';
    const lines = await readLines(store, name);
    const bytes = await packLines([...lines, { t: 'string', k: redisKeys.meta, f: ['x'] }]);
    store.kept.set(name, bytes);
    await expect(restore(shop)).rejects.toThrow(`${name} holds the key ${redisKeys.meta}`);
  });

  it('stops at a record object that was changed, and can be begun again', async () => {
    const { shop } = (await archiver.round()).head;
    const name = store.names().find((one) => one.includes('/records/')) ?? '';
    const right = store.kept.get(name) as Uint8Array<ArrayBuffer>;
    store.kept.set(name, Uint8Array.from(right.toReversed()));
    await expect(restore(shop)).rejects.toThrow(`${name} holds no packed lines`);
    await expect(openOrderLog({ url: pair.intoUrl })).rejects.toThrow('A backup is being restored');
    store.kept.set(name, right);
    await restore(shop);
    expect(await verify(pair.into)).toMatchObject({ count: 0 });
  });

  it('takes what stands before a change of records that was damaged, and says what is unknown', async () => {
    await pair.from.set(redisKeys.review('damaged'), 'x');
    const { shop, seq } = (await archiver.round()).head;
    const name = store.names().findLast((one) => one.includes('-delta.')) ?? '';
    store.kept.set(name, new Uint8Array([31, 139]));
    expect(await restore(shop)).toMatchObject({
      head: { seq },
      recordsAt: expect.any(Number),
      recordsFault: expect.stringContaining(`${name} holds no packed lines`),
    });
    expect(await pair.into.exists(redisKeys.review('damaged'))).toBe(0);
    expect(await verify(pair.into)).toMatchObject({ count: 0, seq });
  });
});

describe('an archiver', () => {
  it('loses no record that changes while the storage is away', async () => {
    const { putNew } = store;
    store.putNew = () => Promise.reject(new Error('the storage is away'));
    await pair.from.set(redisKeys.review('r3'), 'kept');
    await expect(archiver.round()).rejects.toThrow('the storage is away');
    await pair.from.set(redisKeys.review('r4'), 'kept too');
    await expect(archiver.round()).rejects.toThrow('the storage is away');
    store.putNew = putNew;
    const round = await archiver.round();
    await restore(round.head.shop);
    expect(await everythingIn(pair.into)).toEqual(await everythingIn(pair.from));
  });

  it('fails when it no longer hears of changes, and the next one begins with all records', async () => {
    const list = String(await pair.from.client('LIST'));
    const [, id = ''] = /id=(\d+) .*name=karigar-archive .* sub=1 /.exec(list) ?? [];
    await pair.from.client('KILL', 'ID', id);
    await expect
      .poll(() => archiver.round().then(() => 'went on', String), waiting)
      .toContain('Redis is not available');
  });
});
