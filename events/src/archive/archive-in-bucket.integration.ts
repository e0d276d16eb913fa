import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openObjects } from '../objects/open-objects.ts';
import { type FilledLog, filledLog } from '../testing/filled-log.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { TestS3 } from '../testing/s3-simulator.ts';
import { restoreArchive } from '../testing/scan-work.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { logArchiver } from './log-archiver.ts';
import { readChain } from './segments.ts';

let log: FilledLog;
let head: ReturnType<FilledLog['headAt']>;
let spare: TestRedis;
let s3: TestS3;
let store: ObjectStore;
let number = 0;
const timeout = 60_000;

beforeAll(async () => {
  [log, spare, s3] = await Promise.all([filledLog(800), startRedis(['--appendonly', 'no']), TestS3.start()]);
  head = log.headAt(log.whole.length);
}, timeout);
beforeEach(async () => {
  await s3.heal();
  store = openObjects(s3.address(`own-${++number}`), { credentials: s3.credentials });
});
afterAll(async () => {
  await Promise.all([log?.stop(), spare?.stop(), s3?.stop()]);
});

const archiver = () => logArchiver(log.live, store);
const archivedTo = async () => {
  const { segments, faults } = await readChain(store, log.shop);
  return [segments.at(-1)?.to ?? 0, faults.length];
};
const countRead = async () => (await log.archived(store)).length;

describe('an archive in a bucket', () => {
  it('gives the whole log back into another Redis, event for event', { timeout }, async () => {
    expect(await archiver()(head)).toMatchObject({ to: head.seq });
    const other = await rawRedis(spare.url);
    try {
      await restoreArchive(other, store, log.shop, { asCopy: false });
      expect(await other.xrange(redisKeys.events, '-', '+')).toEqual(log.whole);
    } finally {
      other.disconnect();
    }
  });

  it('holds a full segment once more that the bucket keeps otherwise than it was put', {
    timeout,
  }, async () => {
    await s3.order({ effect: 'kept-otherwise', method: 'PUT', key: '-2000-', times: 1 });
    expect(await archiver()(head)).toMatchObject({ to: head.seq });
    expect([await archivedTo(), await countRead()]).toEqual([[head.seq, 0], head.seq]);
  });

  it('is not told to be further than what the bucket gives back, and catches up by itself', {
    timeout,
  }, async () => {
    const one = archiver();
    await s3.order({ effect: 'unkept', method: 'PUT' });
    await expect(one(head)).rejects.toThrow('does not give');
    expect(await archivedTo()).toEqual([0, 0]);
    await s3.heal();
    await s3.order({ effect: 'wrong-bytes', method: 'GET', ending: '.ndjson.gz' });
    await expect(one(head)).rejects.toThrow('does not give');
    await expect(archiver()(head)).rejects.toThrow('does not give');
    await s3.heal();
    expect(await one(head)).toMatchObject({ to: head.seq });
    expect(await countRead()).toBe(head.seq);
  });

  it('names the events of a segment that is not what was put', { timeout }, async () => {
    await archiver()(head);
    await s3.order({ effect: 'wrong-bytes', method: 'GET', key: '-2000-' });
    await expect(countRead()).rejects.toThrow(/events 1 to 2000: .* other bytes/);
  });

  it('is written by two that do not know of each other as by one', { timeout }, async () => {
    const { seq } = head;
    const [one, other] = [archiver(), archiver()];
    for (const [first, second] of [
      [300, 200],
      [1_990, 1_995],
      [2_010, 2_020],
      [2_100, seq],
    ] as const) {
      await Promise.all([one({ ...head, seq: first }), other({ ...head, seq: second })]);
    }
    expect(await archivedTo()).toEqual([seq, 0]);
    expect(await countRead()).toBe(seq);
  });
});
