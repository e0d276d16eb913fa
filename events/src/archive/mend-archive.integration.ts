import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import { type FilledLog, filledLog } from '../testing/filled-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { logArchiver, mendArchive } from './log-archiver.ts';

let log: FilledLog;
/** The archive of a shop that began a second epoch in the middle. */
let archived: MemoryObjects;
let store: MemoryObjects;

beforeAll(async () => {
  log = await filledLog(3_000);
  archived = memoryObjects();
  await logArchiver(log.live, archived)(log.headAt(2_500));
  await logArchiver(log.live, archived)(log.headAt(log.whole.length, 2));
}, 120_000);
afterAll(() => log?.stop());

beforeEach(() => {
  store = memoryObjects();
  for (const [name, bytes] of archived.kept) store.kept.set(name, bytes);
});

const mend = (contents = false) => mendArchive(log.live, store, { contents });
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
    expect(await log.archived(store)).toEqual(log.whole);
  });

  it.each([['-4000-'], ['/e2/000000008001-']])(
    'is whole again after the segment %s was changed, which stays beside it',
    async (part) => {
      const [name = ''] = named(part);
      store.kept.set(name, changed);
      expect(await mend()).toEqual({ mended: [], faults: [] });
      expect((await mend(true)).mended).toHaveLength(1);
      expect(store.kept.get(name)).toEqual(changed);
      expect(await log.archived(store)).toEqual(log.whole);
    },
  );

  it('says nothing of a tail whose place a longer segment takes before it is read', async () => {
    store = memoryObjects();
    const archiver = logArchiver(log.live, store);
    await archiver(log.headAt(2_500, 2));
    const { read } = store;
    store.read = async (name) => {
      if (name.includes('-2500-')) await archiver(log.headAt(2_600, 2));
      return read(name);
    };
    expect(await mend(true)).toEqual({ mended: [], faults: [] });
    expect(named('-2500-')).toEqual([]);
  });

  // Cuts the log that the tests above share, so it comes last.
  it('names what has left Redis, and mends what has not', async () => {
    const fields = log.whole[1_999]?.[1] ?? [];
    const scan = await rawRedis(log.url);
    await scan.xtrim(redisKeys.events, 'MINID', '2001-0');
    await scan.hset(redisKeys.meta, { trimSeq: '2000', trimHash: fields[19] ?? '' });
    scan.disconnect();
    for (const name of [...named('-2000-'), ...named('-4000-')]) store.kept.delete(name);
    expect(await mend()).toEqual({
      mended: [{ from: 2_001, to: 4_000 }],
      faults: [{ from: 1, to: 2_000, what: expect.stringContaining('no segment') }],
    });
    await expect(log.archived(store)).rejects.toMatchObject({ faults: [{ from: 1, to: 2_000 }] });
  });
});
