import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScan, type Scan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openObjects } from '../objects/open-objects.ts';
import { fillLog } from '../testing/fill-log.ts';
import { headIn, rawRedis } from '../testing/raw-redis.ts';
import { TestS3 } from '../testing/s3-simulator.ts';
import { restoreArchive } from '../testing/scan-work.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { readChain } from './archive-chain.ts';
import { archivedEvents } from './archived-events.ts';
import { LogArchiver } from './log-archiver.ts';

let redis: TestRedis;
let spare: TestRedis;
let s3: TestS3;
let scan: Redis;
let live: Scan;
let shop: string;
let store: ObjectStore;
let number = 0;
const timeout = 60_000;

beforeAll(async () => {
  [redis, spare, s3] = await Promise.all([
    startRedis(['--appendonly', 'no']),
    startRedis(['--appendonly', 'no']),
    TestS3.start(),
  ]);
  await fillLog({ url: redis.url, orders: 800 });
  scan = await rawRedis(redis.url);
  live = await openScan(redis.url, 'test');
  ({ shop } = await headIn(scan));
}, timeout);
beforeEach(async () => {
  await s3.heal();
  store = openObjects(s3.address(`own-${++number}`), { credentials: s3.credentials });
});
afterAll(async () => {
  scan?.disconnect();
  await live?.close();
  await Promise.all([redis?.stop(), spare?.stop(), s3?.stop()]);
});

const archiver = () => new LogArchiver(live, store);
const archivedTo = async () => {
  const { segments, faults } = await readChain(store, shop);
  return [segments.at(-1)?.to ?? 0, faults.length];
};
const countRead = async () => {
  let count = 0;
  for await (const events of archivedEvents(store, await readChain(store, shop))) count += events.length;
  return count;
};

describe('an archive in a bucket', () => {
  it('gives the whole log back into another Redis, event for event', { timeout }, async () => {
    const head = await headIn(scan);
    expect(await archiver().round(head)).toMatchObject({ seq: head.seq, hash: head.hash });
    const other = await rawRedis(spare.url);
    try {
      await restoreArchive(other, store, shop, { asCopy: false });
      expect(await other.xrange(redisKeys.events, '-', '+')).toEqual(
        await scan.xrange(redisKeys.events, '-', '+'),
      );
    } finally {
      other.disconnect();
    }
  });

  it('holds a full segment once more that the bucket keeps otherwise than it was put', {
    timeout,
  }, async () => {
    const head = await headIn(scan);
    await s3.order({ effect: 'kept-otherwise', method: 'PUT', key: '-2000-', times: 1 });
    expect(await archiver().round(head)).toMatchObject({ seq: head.seq });
    expect([await archivedTo(), await countRead()]).toEqual([[head.seq, 0], head.seq]);
  });

  it('is not told to be further than what the bucket gives back, and catches up by itself', {
    timeout,
  }, async () => {
    const head = await headIn(scan);
    const one = archiver();
    await s3.order({ effect: 'unkept', method: 'PUT' });
    await expect(one.round(head)).rejects.toThrow('does not give');
    expect(await archivedTo()).toEqual([0, 0]);
    await s3.heal();
    await s3.order({ effect: 'wrong-bytes', method: 'GET', ending: '.ndjson.gz' });
    await expect(one.round(head)).rejects.toThrow('does not give');
    await expect(archiver().round(head)).rejects.toThrow('does not give');
    await s3.heal();
    expect(await one.round(head)).toMatchObject({ seq: head.seq });
    expect(await countRead()).toBe(head.seq);
  });

  it('names the events of a segment that is not what was put', { timeout }, async () => {
    const head = await headIn(scan);
    await archiver().round(head);
    await s3.order({ effect: 'wrong-bytes', method: 'GET', key: '-2000-' });
    await expect(countRead()).rejects.toThrow(/events 1 to 2000: .* other bytes/);
  });

  it('is written by two that do not know of each other as by one', { timeout }, async () => {
    const { seq, ...head } = await headIn(scan);
    const [one, other] = [archiver(), archiver()];
    for (const [first, second] of [
      [300, 200],
      [1_990, 1_995],
      [2_010, 2_020],
      [2_100, seq],
    ] as const) {
      await Promise.all([one.round({ ...head, seq: first }), other.round({ ...head, seq: second })]);
    }
    expect(await archivedTo()).toEqual([seq, 0]);
    expect(await countRead()).toBe(seq);
  });
});
