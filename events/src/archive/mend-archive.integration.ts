import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { scanHead } from '../log/store-head.ts';
import { sha256Of } from '../objects/sha256.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { LogArchiver } from './log-archiver.ts';
import { mendArchive } from './mend-archive.ts';

let redis: TestRedis;
let scan: Redis;
/** The archive as a shop leaves it that changed its primary once, in the middle. */
let archived: MemoryObjects;
let store: MemoryObjects;

beforeAll(async () => {
  redis = await startRedis(['--appendonly', 'no']);
  await fillLog({ url: redis.url, orders: 3_000 });
  scan = await openScanConnection(redis.url, 'test');
  archived = memoryObjects();
  const head = await scanHead(scan);
  const [entry] = await scan.xrange(redisKeys.events, '2500-0', '2500-0');
  await new LogArchiver(scan, archived).round({ ...head, seq: 2_500, hash: entry?.[1].at(-1) ?? '' });
  await new LogArchiver(scan, archived).round({ ...head, epoch: 2 });
}, 120_000);
afterAll(async () => {
  scan?.disconnect();
  await redis?.stop();
});

beforeEach(() => {
  store = memoryObjects();
  for (const [name, bytes] of archived.kept) store.kept.set(name, bytes);
});

const mend = (contents = false) => mendArchive(scan, store, { contents });
const named = (part: string) => store.names().filter((name) => name.includes(part));
/** Names and bytes of all objects, in few words. */
const told = (kept: ReadonlyMap<string, Uint8Array>) =>
  [...kept].map(([name, bytes]) => `${name} ${sha256Of(bytes)}`).sort();
const changed = new Uint8Array([31, 139, 8]);

describe('the archive of a log that is in Redis', () => {
  it('is left as it is where nothing is wrong', async () => {
    const before = told(store.kept);
    expect(await mend(true)).toEqual({ mended: [], faults: [] });
    expect(told(store.kept)).toEqual(before);
  });

  it.each([
    ['a segment', ['-4000-2-'], '.gz', [[2_001, 4_000]]],
    ['an entry', ['-4000-2-'], '.json', [[2_001, 4_000]]],
    ['all of a segment', ['-4000-2-'], '', [[2_001, 4_000]]],
    ['the first segment', ['-2000-0-'], '', [[1, 2_000]]],
    ['two that follow each other', ['-4000-2-', '-6000-2-'], '', [[2_001, 6_000]]],
  ] as const)('is whole again, byte for byte, after %s was removed', async (_, parts, ending, ranges) => {
    const before = new Map(store.kept);
    for (const name of parts.flatMap(named)) if (name.endsWith(ending)) store.kept.delete(name);
    expect(store.kept.size).toBeLessThan(before.size);
    const ofRanges = ranges.map(([from, to]) => ({ from, to }));
    expect(await mend()).toEqual({ mended: ofRanges, faults: [] });
    expect(told(store.kept)).toEqual(told(before));
  });

  it('is whole again after a segment was changed, once it is read', async () => {
    const before = new Map(store.kept);
    const [name = ''] = named('-4000-2-').filter((one) => one.endsWith('.gz'));
    store.kept.set(name, changed);
    expect(await mend()).toEqual({ mended: [], faults: [] });
    expect(await mend(true)).toEqual({ mended: [{ from: 2_001, to: 4_000 }], faults: [] });
    expect(store.kept.get(name)).toEqual(before.get(name));
  });

  it('is whole again after an entry was changed', async () => {
    const before = new Map(store.kept);
    const [name = ''] = named('-4000-2-').filter((one) => one.endsWith('.json'));
    store.kept.set(name, new TextEncoder().encode('{}'));
    expect(await mend()).toMatchObject({ mended: [{ from: 2_001, to: 4_000 }] });
    expect(store.kept.get(name)).toEqual(before.get(name));
  });

  it.each(['its object is looked for', 'its object is read'])(
    'says nothing of a tail whose place a longer segment takes before %s',
    async (moment) => {
      store = memoryObjects();
      const head = await scanHead(scan);
      const [entry] = await scan.xrange(redisKeys.events, '2500-0', '2500-0');
      const archiver = new LogArchiver(scan, store);
      await archiver.round({ ...head, seq: 2_500, hash: entry?.[1].at(-1) ?? '' });
      const { list, read } = store;
      let lists = 0;
      store.list = async function* (prefix) {
        lists += 1;
        // The first list is that of the entries.
        if (moment.endsWith('looked for') && lists === 2) await archiver.round(head);
        yield* list(prefix);
      };
      store.read = async (name) => {
        if (moment.endsWith('read') && name.includes('-2500-') && name.endsWith('.gz'))
          await archiver.round(head);
        return read(name);
      };
      expect(await mend(true)).toEqual({ mended: [], faults: [] });
      expect(named('-2500-')).toEqual([]);
    },
  );

  // Cuts the log that the tests above share, so it comes last.
  it('names what has left Redis, and mends what has not', async () => {
    const fields = (await scan.xrange(redisKeys.events, '2000-0', '2000-0'))[0]?.[1] ?? [];
    await scan.xtrim(redisKeys.events, 'MINID', '2001-0');
    await scan.hset(redisKeys.meta, { trimSeq: '2000', trimHash: fields[19] ?? '', trimTs: fields[9] ?? '' });
    for (const name of [...named('-2000-0-'), ...named('-4000-2-')])
      if (name.endsWith('.gz')) store.kept.delete(name);
    expect(await mend()).toEqual({
      mended: [{ from: 2_001, to: 4_000 }],
      faults: [{ from: 1, to: 2_000, what: expect.stringContaining('is missing') }],
    });
  });
});
