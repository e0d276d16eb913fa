import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainHash, genesisHash, namedFields, storedEvent, storedFields } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { ObjectDamagedError, type ObjectStore } from '../objects/object-store.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { readChain } from './archived-events.ts';
import { LogArchiver } from './log-archiver.ts';
import { readEntry } from './read-entries.ts';
import { entryBytes, entryObject, parseSegmentObject, segmentObject } from './segment-entry.ts';

const shop = 'shop-of-histories';
let redis: TestRedis;
let scan: Redis;
let store: MemoryObjects;

beforeAll(async () => {
  // What is tested is what Redis answers, not its disk.
  redis = await startRedis(['--appendonly', 'no']);
  scan = await openScanConnection(redis.url, 'test');
});
beforeEach(() => {
  store = memoryObjects();
});
afterAll(async () => {
  scan?.disconnect();
  await redis?.stop();
});

/** Lets Redis hold a log of `to` events, of which those from `fork` on are of the history `word`. Answers its head by epoch. */
async function holds(to: number, { fork = 1, word = 'a' } = {}) {
  const pipeline = scan.pipeline().del(redisKeys.events);
  let hash = genesisHash;
  for (let seq = 1; seq <= to; seq += 1) {
    const own: Partial<Record<(typeof storedFields)[number], string>> = {
      ...{ subject: 'tool', v: String(seq), type: 'stock.set', schema: '1', ts: String(seq) },
      data: seq < fork ? 'a' : word,
    };
    const values = storedFields.map((name) => own[name] ?? '');
    const id = `${seq}-0`;
    hash = chainHash(hash, storedEvent(id, namedFields(values)));
    pipeline.xadd(redisKeys.events, id, ...namedFields([...values.slice(0, -1), hash]));
  }
  await pipeline.exec();
  return (epoch: number) => ({ shop, epoch, seq: to, hash });
}
/** The head as it is when Redis holds more events than it said before. */
async function headBefore(seq: number, epoch: number) {
  const [entry] = await scan.xrange(redisKeys.events, `${seq}-0`, `${seq}-0`);
  return { shop, epoch, seq, hash: entry?.[1].at(-1) ?? '' };
}
const archiver = () => new LogArchiver(scan, store);
const lost = () => store.names().filter((name) => name.startsWith(`${shop}/lost/`));
async function end() {
  const { entries, faults, beyond } = await readChain(store, shop);
  expect([faults, beyond]).toEqual([[], []]);
  const { to = 0, epoch = 0, hash = '' } = entries.at(-1) ?? {};
  return { seq: to, epoch, hash };
}

describe('two archivers that know the border by different entries', () => {
  /** The segment 1 to 2000 stands there twice, of the epochs 0 and 2. */
  async function withTwins() {
    await holds(4_300);
    await archiver().round(await headBefore(4_000, 0));
    await archiver().round(await headBefore(2_000, 2));
  }

  it('go on from the entry that the last segment names', async () => {
    await withTwins();
    await archiver().round(await headBefore(2_100, 2));
    const before = (await readChain(store, shop)).entries.at(-1);
    await archiver().round(await headBefore(2_200, 2));
    const now = (await readChain(store, shop)).entries.at(-1);
    expect(now).toMatchObject({ to: 2_200, previous: before?.previous });
  });

  it('leave each other the entry of a full segment that stands there', async () => {
    await withTwins();
    const one = archiver();
    await one.round(await headBefore(2_100, 2));
    // The other one begins where the tail names the entry of the earlier epoch.
    const names = store.names().flatMap((name) => parseSegmentObject(name) ?? []);
    const tail = names.find(({ to, isEntry }) => to === 2_100 && isEntry);
    const early = names.find(({ to, epoch, isEntry }) => to === 2_000 && epoch === 0 && isEntry);
    if (tail === undefined || early === undefined) throw new Error('other segments');
    const { entry } = (await readEntry(store, shop, tail)) ?? {};
    const { sha256 } = (await readEntry(store, shop, early)) ?? {};
    if (entry === undefined || sha256 === undefined) throw new Error('other entries');
    store.kept.set(
      entryObject(shop, tail),
      entryBytes({ ...entry, previous: sha256 }) as Uint8Array<ArrayBuffer>,
    );
    const other = archiver();
    await other.round(await headBefore(2_200, 2));
    await one.round(await headBefore(4_100, 2));
    await other.round(await headBefore(4_100, 2));
    await one.round(await headBefore(4_200, 2));
    expect(await end()).toMatchObject({ seq: 4_200, epoch: 2 });
  });
});

describe('a history that goes on in the same epoch without the last events of another', () => {
  it('takes its place once it has written other ones, and the lost events are kept aside', async () => {
    const whole = await holds(139);
    await archiver().round(whole(0));
    const objects = store.names();
    const promoted = archiver();
    await promoted.round((await holds(130))(0));
    // Until then Redis may only be behind, and what it lacks is of use.
    expect(await end()).toEqual({ seq: 139, epoch: 0, hash: whole(0).hash });
    const later = (await holds(133, { fork: 131, word: 'b' }))(0);
    await promoted.round(later);
    expect(await end()).toEqual({ seq: 133, epoch: 0, hash: later.hash });
    expect(lost()).toEqual(objects.map((name) => name.replace('/log/', '/lost/')));
  });

  it('is written on although the storage gives the lost events otherwise', async () => {
    await archiver().round((await holds(139))(0));
    const damaged = store.names().find((name) => name.endsWith('.gz')) ?? '';
    const later = (await holds(133, { fork: 131, word: 'b' }))(0);
    const read: ObjectStore['read'] = async (name) => {
      if (name === damaged) throw new ObjectDamagedError(name);
      return store.read(name);
    };
    await new LogArchiver(scan, { ...store, read }).round(later);
    expect(store.names()).toContain(
      segmentObject(shop, { from: 1, to: 133, epoch: 0, hash8: later.hash.slice(0, 8) }),
    );
  });

  it('is found by an archiver that was not there, also where the storage failed at any step', async () => {
    const whole = await holds(139);
    await archiver().round(whole(0));
    const begun = [...store.kept];
    const later = (await holds(133, { fork: 131, word: 'b' }))(0);
    for (let at = 1; ; at += 1) {
      store.kept.clear();
      for (const [name, bytes] of begun) store.kept.set(name, bytes);
      let left = at;
      const failing = { ...store };
      for (const step of ['putNew', 'remove'] as const)
        failing[step] = async (...args: never[]) => {
          left -= 1;
          if (left === 0) throw new Error('the storage is away');
          return (store[step] as (...all: never[]) => Promise<never>)(...args);
        };
      await new LogArchiver(scan, failing).round(later).catch(() => undefined);
      await archiver().round(later);
      expect([at, await end()]).toEqual([at, { seq: 133, epoch: 0, hash: later.hash }]);
      expect(lost()).toHaveLength(2);
      if (left > 0) break;
    }
  });

  it('is none where the head was read before the last events were written', async () => {
    const whole = await holds(139);
    await archiver().round(whole(0));
    await archiver().round(await headBefore(130, 0));
    expect([await end(), lost()]).toEqual([{ seq: 139, epoch: 0, hash: whole(0).hash }, []]);
  });
});

it('an archiver that knows an earlier epoch only leaves the end of the later one there', async () => {
  await archiver().round((await holds(139))(0));
  const promoted = (await holds(130))(2);
  await archiver().round(promoted);
  await archiver().round((await holds(140))(0));
  expect(await end()).toEqual({ seq: 130, epoch: 2, hash: promoted.hash });
});
