import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RawEntry } from '../log/event-fields.ts';
import { chainHash, storedEvent } from '../log/event-fields.ts';
import { openScan, type Scan } from '../log/open-scan.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { ArchiveMoment } from '../records/choose-records.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { headIn, rawRedis } from '../testing/raw-redis.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { readChain } from './archive-chain.ts';
import { archivedEvents } from './archived-events.ts';
import { LogArchiver } from './log-archiver.ts';

let redis: TestRedis;
let scan: Redis;
let live: Scan;
let shop: string;
/** The log in Redis when all of it is there. */
let whole: readonly RawEntry[];
let store: MemoryObjects;

beforeAll(async () => {
  // What is tested is what Redis answers, not its disk.
  redis = await startRedis(['--appendonly', 'no']);
  await fillLog({ url: redis.url, orders: 1_600 });
  scan = await rawRedis(redis.url);
  live = await openScan(redis.url, 'test');
  ({ shop } = await headIn(scan));
  whole = await live.events.entries(0, 10_000);
});
beforeEach(() => {
  store = memoryObjects();
});
afterAll(async () => {
  scan?.disconnect();
  await live?.close();
  await redis?.stop();
});

/** The head of the log if it ended with the event `seq`, in an epoch. */
const headAt = (seq: number, epoch = 1) => ({ shop, epoch, seq });
const archiver = () => new LogArchiver(live, store);
const objects = () => store.names().map((name) => name.slice(shop.length + 1));
async function archived(until?: ArchiveMoment): Promise<RawEntry[]> {
  const all: RawEntry[] = [];
  for await (const events of archivedEvents(store, await readChain(store, shop), until))
    all.push(...events.map(({ entry }) => entry));
  return all;
}
const timeAt = (seq: number) => Number(whole[seq - 1]?.[1][9]);
/** Works with a log of `to` events that differs from the shared one from the event `from` on. */
async function withFork<T>(from: number, to: number, work: (fork: Scan) => Promise<T>): Promise<T> {
  const other = await rawRedis(redis.url);
  const fork = await openScan(`${redis.url}/1`, 'fork');
  await other.select(1);
  try {
    await other.flushdb();
    let hash = '';
    for (const [id, fields] of whole.slice(0, to)) {
      const values = [...fields];
      if (Number.parseInt(id, 10) >= from) {
        values[15] = 'fork';
        values[19] = chainHash(hash, storedEvent(id, values));
      }
      hash = values[19] ?? '';
      await other.xadd(redisKeys.events, id, ...values);
    }
    return await work(fork);
  } finally {
    other.disconnect();
    await fork.close();
  }
}

describe('the archive of a log', () => {
  it('holds full segments on fixed borders and one tail, and gives back every event', async () => {
    expect(whole.length).toBeGreaterThan(4_000);
    expect(await archiver().round(headAt(whole.length))).toMatchObject({ seq: whole.length });
    expect(objects().map((name) => name.replace(/-\d+-[0-9a-f]{40}-[0-9a-f]{40}-1\./, '.'))).toEqual([
      'log/e1/000000000001-2000.ndjson.gz',
      'log/e1/000000002001-4000.ndjson.gz',
      `log/e1/000000004001-${whole.length}.ndjson.gz`,
    ]);
    expect(await archived()).toEqual(whole);
    expect(await archived({ seq: 3_010 })).toEqual(whole.slice(0, 3_010));
    const until = await archived({ time: timeAt(2_501) });
    expect(until.length).toBeGreaterThan(2_500);
    expect(timeAt(until.length + 1)).toBeGreaterThan(timeAt(2_501));
    expect(timeAt(until.length)).toBe(timeAt(2_501));
  });

  it('grows round by round to the same objects, by whomever it is written', async () => {
    const one = archiver();
    for (const seq of [1, 900, 900, 1_999, 2_000, 2_001, 3_000]) await one.round(headAt(seq));
    await archiver().round(headAt(3_500));
    // The first does not know of the other's tail.
    await one.round(headAt(3_600));
    expect(objects().some((name) => name.includes('-3000-'))).toBe(false);
    await archiver().round(headAt(4_000));
    await one.round(headAt(whole.length));
    const grown = store.kept;
    store = memoryObjects();
    await archiver().round(headAt(whole.length));
    expect([...grown].sort()).toEqual([...store.kept].sort());
  });

  it('writes nothing where nothing is new, and nothing of an empty log', async () => {
    const one = archiver();
    expect(await one.round(headAt(0))).toBeNull();
    await one.round(headAt(1_000));
    const before = [...store.kept];
    await one.round(headAt(1_000));
    await archiver().round(headAt(1_000));
    expect([...store.kept]).toEqual(before);
  });

  it('goes on after a fault at any step', async () => {
    const steps = ['putNew', 'read', 'remove'] as const;
    let broken = Number.POSITIVE_INFINITY;
    const faulty = { ...store };
    for (const step of steps)
      faulty[step] = async (...args: never[]) => {
        broken -= 1;
        if (broken === 0) throw new Error('the storage is away');
        return (store[step] as (...all: never[]) => Promise<never>)(...args);
      };
    await archiver().round(headAt(1_990));
    const begun = [...store.kept];
    for (let at = 1; ; at += 1) {
      store.kept.clear();
      for (const [name, bytes] of begun) store.kept.set(name, bytes);
      const one = new LogArchiver(live, faulty);
      await one.round(headAt(1_990));
      broken = at;
      await one.round(headAt(2_010)).catch(() => undefined);
      const isDone = broken > 0;
      broken = Number.POSITIVE_INFINITY;
      await (at % 2 === 0 ? one : new LogArchiver(live, faulty)).round(headAt(2_020));
      expect([at, (await archived()).length]).toEqual([at, 2_020]);
      if (isDone) break;
    }
    expect(await archived()).toEqual(whole.slice(0, 2_020));
  });
});

describe('a later epoch', () => {
  it('goes on from the last full segment that both histories share, and the former epoch stays', async () => {
    await archiver().round(headAt(4_300));
    const before = new Map(store.kept);
    await withFork(4_100, 4_200, (fork) => new LogArchiver(fork, store).round(headAt(4_200, 2)));
    for (const [name, bytes] of before) expect(store.kept.get(name)).toEqual(bytes);
    expect(objects().filter((name) => name.startsWith('log/e2/'))).toEqual([
      expect.stringContaining('/000000004001-4200-'),
    ]);
    const now = await archived();
    expect(now).toHaveLength(4_200);
    expect([now.slice(0, 4_099), now[4_099]?.[1][15]]).toEqual([whole.slice(0, 4_099), 'fork']);
  });

  it('is read down through the epochs before it', async () => {
    await archiver().round(headAt(2_100, 1));
    await archiver().round(headAt(4_050, 2));
    await archiver().round(headAt(4_060, 3));
    expect(objects().map((name) => name.slice(0, 19))).toEqual([
      'log/e1/000000000001',
      'log/e1/000000002001',
      'log/e2/000000002001',
      'log/e2/000000004001',
      'log/e3/000000004001',
    ]);
    expect(await archived()).toEqual(whole.slice(0, 4_060));
  });

  it('tells where it ends though it has lost events and written none', async () => {
    await archiver().round(headAt(4_300));
    await archiver().round(headAt(4_000, 2));
    expect(await archived()).toEqual(whole.slice(0, 4_000));
    await archiver().round(headAt(4_001, 3));
    expect(await archived()).toEqual(whole.slice(0, 4_001));
  });

  it('is not written into the former one by a log with another history', async () => {
    await archiver().round(headAt(4_300));
    const before = objects();
    const writing = withFork(4_100, 4_400, (fork) => new LogArchiver(fork, store).round(headAt(4_400)));
    await expect(writing).rejects.toThrow('Event 4300: the archive holds another one of epoch 1');
    expect(objects()).toEqual(before);
  });

  it('gives no event below a missing segment of which there are two histories', async () => {
    await archiver().round(headAt(2_100));
    await withFork(1_500, 4_100, (fork) => new LogArchiver(fork, store).round(headAt(4_100, 2)));
    for (const name of store.names()) if (name.includes('2001-4000')) store.kept.delete(name);
    await expect(archived()).rejects.toThrow('events 1 to 2000: the archive holds several histories of them');
  });
});

describe('an object that the storage gives back otherwise', () => {
  it('is never removed or replaced, also while other histories are written beside it', async () => {
    await archiver().round(headAt(4_300));
    const unreadable = store.names().find((name) => name.includes('2001-4000')) ?? '';
    store.kept.set(unreadable, new Uint8Array([31, 139]));
    const before = new Map(store.kept);
    await withFork(2_500, 4_400, (fork) => new LogArchiver(fork, store).round(headAt(4_400, 2)));
    await archiver().round(headAt(whole.length, 3));
    for (const [name, bytes] of before) expect(store.kept.get(name)).toEqual(bytes);
  });

  it('stays where it is the tail of an archiver that ended, and the tail is written once more', async () => {
    await archiver().round(headAt(1_000));
    const [tail = ''] = store.names();
    const unreadable = new Uint8Array([31, 139]);
    store.kept.set(tail, unreadable);
    await archiver().round(headAt(1_000));
    expect(store.kept.get(tail)).toEqual(unreadable);
    expect(await archived()).toEqual(whole.slice(0, 1_000));
  });

  it('is written beside it, under another name', async () => {
    const { putNew } = store;
    store.putNew = (name, bytes) =>
      putNew(name, name.endsWith('-1.ndjson.gz') ? new Uint8Array([1, 2, 3]) : bytes);
    await archiver().round(headAt(1_000));
    expect(objects()).toHaveLength(2);
    expect(await archived()).toEqual(whole.slice(0, 1_000));
  });
});
