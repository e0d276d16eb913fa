import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScan, type Scan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { headIn, rawRedis } from '../testing/raw-redis.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { readChain } from './archive-chain.ts';
import { LogArchiver } from './log-archiver.ts';
import { mendArchive, unreadableEvents } from './mend-archive.ts';

let redis: TestRedis;
let scan: Redis;
let live: Scan;
let shop: string;
/** The archive of a shop that began a second epoch in the middle. */
let archived: MemoryObjects;
let store: MemoryObjects;

beforeAll(async () => {
  redis = await startRedis(['--appendonly', 'no']);
  await fillLog({ url: redis.url, orders: 3_000 });
  scan = await rawRedis(redis.url);
  live = await openScan(redis.url, 'test');
  archived = memoryObjects();
  const head = await headIn(scan);
  ({ shop } = head);
  await new LogArchiver(live, archived).round({ ...head, epoch: 1, seq: 2_500 });
  await new LogArchiver(live, archived).round({ ...head, epoch: 2 });
}, 120_000);
afterAll(async () => {
  scan?.disconnect();
  await live?.close();
  await redis?.stop();
});

beforeEach(() => {
  store = memoryObjects();
  for (const [name, bytes] of archived.kept) store.kept.set(name, bytes);
});

const mend = (contents = false) => mendArchive(live, store, { shop, epoch: 2 }, { contents });
const unreadable = async () => unreadableEvents(store, await readChain(store, shop));
const named = (part: string) => store.names().filter((name) => name.includes(part));
const changed = new Uint8Array([31, 139, 8]);

describe('the archive of a log that is in Redis', () => {
  it('is left as it is where nothing is wrong', async () => {
    const before = store.names();
    expect(await mend(true)).toEqual({ mended: [], faults: [] });
    expect(store.names()).toEqual(before);
  });

  it.each([
    ['a segment', ['-4000-'], [[2_001, 4_000]]],
    ['the first segment', ['-2000-'], [[1, 2_000]]],
    [
      'two that follow each other',
      ['-4000-', '-6000-'],
      [
        [2_001, 4_000],
        [4_001, 6_000],
      ],
    ],
  ] as const)('is whole again after %s was removed', async (_, parts, ranges) => {
    for (const name of parts.flatMap(named)) store.kept.delete(name);
    expect(store.kept.size).toBeLessThan(archived.kept.size);
    const ofRanges = ranges.map(([from, to]) => ({ from, to }));
    expect(await mend()).toEqual({ mended: ofRanges, faults: [] });
    expect(await unreadable()).toEqual([]);
  });

  it.each([['-4000-'], ['/e2/000000008001-']])(
    'is whole again after the segment %s was changed, which stays beside it',
    async (part) => {
      const [name = ''] = named(part);
      store.kept.set(name, changed);
      expect(await mend()).toEqual({ mended: [], faults: [] });
      expect((await mend(true)).mended).toHaveLength(1);
      expect(store.kept.get(name)).toEqual(changed);
      expect(await unreadable()).toEqual([]);
    },
  );

  it('says nothing of a tail whose place a longer segment takes before it is read', async () => {
    store = memoryObjects();
    const head = { shop, epoch: 2, seq: 2_500 };
    const archiver = new LogArchiver(live, store);
    await archiver.round(head);
    const { read } = store;
    store.read = async (name) => {
      if (name.includes('-2500-')) await archiver.round({ ...head, seq: 2_600 });
      return read(name);
    };
    expect(await mend(true)).toEqual({ mended: [], faults: [] });
    expect(named('-2500-')).toEqual([]);
  });

  // Cuts the log that the tests above share, so it comes last.
  it('names what has left Redis, and mends what has not', async () => {
    const fields = (await scan.xrange(redisKeys.events, '2000-0', '2000-0'))[0]?.[1] ?? [];
    await scan.xtrim(redisKeys.events, 'MINID', '2001-0');
    await scan.hset(redisKeys.meta, { trimSeq: '2000', trimHash: fields[19] ?? '', trimTs: fields[9] ?? '' });
    for (const name of [...named('-2000-'), ...named('-4000-')]) store.kept.delete(name);
    expect(await mend()).toEqual({
      mended: [{ from: 2_001, to: 4_000 }],
      faults: [{ from: 1, to: 2_000, what: expect.stringContaining('no segment') }],
    });
    expect(await unreadable()).toMatchObject([{ from: 1, to: 2_000 }]);
  });
});
