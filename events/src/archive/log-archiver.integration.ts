import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportLog } from '../backup/export-store.ts';
import { chainHash, namedFields, storedEvent } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { openScanConnection } from '../log/scan-connection.ts';
import { scanHead } from '../log/store-head.ts';
import { fillLog } from '../testing/fill-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { type ArchiveMoment, archivedEvents, readChain } from './archived-events.ts';
import { LogArchiver } from './log-archiver.ts';

let redis: TestRedis;
let scan: Redis;
let shop: string;
/** The log in Redis when all of it is there. */
let whole: readonly { id: string; f: readonly string[] }[];
let store: MemoryObjects;

beforeAll(async () => {
  // What is tested is what Redis answers, not its disk.
  redis = await startRedis(['--appendonly', 'no']);
  await fillLog({ url: redis.url, orders: 1_600 });
  scan = await openScanConnection(redis.url, 'test');
  ({ shop } = await scanHead(scan));
  whole = await linesOf(exportLog(scan, 0, 1e9));
});
beforeEach(() => {
  store = memoryObjects();
});
afterAll(async () => {
  scan?.disconnect();
  await redis?.stop();
});

async function linesOf<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}
/** The head of the log if it ended with the event `seq`, in an epoch. */
const headAt = (seq: number, epoch = 0) => ({ shop, epoch, seq, hash: whole[seq - 1]?.f.at(-1) ?? '' });
const archiver = () => new LogArchiver(scan, store);
const objects = () => store.names().map((name) => name.slice(shop.length + 1));
const archived = async (after = 0, until?: ArchiveMoment) =>
  (await linesOf(archivedEvents(store, shop, { after, until }))).flat().map(({ line }) => line);
/** The same log, but for its events from `seq` on, which are of another history. */
async function withFork<T>(seq: number, to: number, work: (head: ReturnType<typeof headAt>) => Promise<T>) {
  const other = await openScanConnection(redis.url, 'fork');
  await other.select(1);
  try {
    await other.flushdb();
    let hash = '';
    for (const { id, f } of whole.slice(0, to)) {
      const values = [...f];
      const at = Number.parseInt(id, 10);
      if (at >= seq) {
        values[7] = 'fork';
        values[9] = chainHash(hash, storedEvent(id, namedFields(values)));
      }
      hash = values[9] ?? '';
      await other.xadd(redisKeys.events, id, ...namedFields(values));
    }
    return await work({ ...headAt(to, 2), hash });
  } finally {
    other.disconnect();
  }
}

describe('the archive of a log', () => {
  it('holds full segments on fixed borders and one tail, and gives back every event', async () => {
    expect(whole.length).toBeGreaterThan(4_000);
    expect(await archiver().round(headAt(whole.length))).toMatchObject({ seq: whole.length });
    expect(objects().map((name) => name.replace(/-0-[0-9a-f]{8}\./, '-'))).toEqual([
      'log/000000000001-2000-json',
      'log/000000000001-2000-ndjson.gz',
      'log/000000002001-4000-json',
      'log/000000002001-4000-ndjson.gz',
      `log/000000004001-${whole.length}-json`,
      `log/000000004001-${whole.length}-ndjson.gz`,
    ]);
    expect(await archived()).toEqual(whole);
    expect(await archived(1_990, { seq: 4_010 })).toEqual(whole.slice(1_990, 4_010));
    const { f } = whole[2_500] as (typeof whole)[number];
    const until = await archived(0, { time: Number(f[4]) });
    expect(until.length).toBeGreaterThan(2_500);
    expect(Number(whole[until.length]?.f[4])).toBeGreaterThan(Number(f[4]));
    expect(Number(until.at(-1)?.f[4])).toBe(Number(f[4]));
  });

  it('grows round by round to the same objects, by whomever it is written', async () => {
    const one = archiver();
    for (const seq of [1, 900, 900, 1_999, 2_000, 2_001, 3_000]) await one.round(headAt(seq));
    await archiver().round(headAt(3_500));
    // The first does not know of the other's tail; both name the same events.
    await one.round(headAt(whole.length));
    await archiver().round(headAt(whole.length));
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
      const one = new LogArchiver(scan, faulty);
      await one.round(headAt(1_990));
      broken = at;
      await one.round(headAt(2_010)).catch(() => undefined);
      const isDone = broken > 0;
      broken = Number.POSITIVE_INFINITY;
      await (at % 2 === 0 ? one : new LogArchiver(scan, faulty)).round(headAt(2_020));
      expect([at, (await archived(1_990)).length, objects().length]).toEqual([at, 30, 4]);
      if (isDone) break;
    }
    expect(await archived()).toEqual(whole.slice(0, 2_020));
  });

  it('goes back to what both histories share when Redis holds another one, and keeps the old one', async () => {
    await archiver().round(headAt(4_300));
    const before = objects();
    await withFork(4_100, 4_200, async (head) => {
      const other = await openScanConnection(redis.url, 'fork');
      await other.select(1);
      expect(await new LogArchiver(other, store).round(head)).toMatchObject({ seq: 4_200, hash: head.hash });
      other.disconnect();
    });
    expect(objects()).toEqual(expect.arrayContaining(before));
    const now = await archived();
    expect(now).toHaveLength(4_200);
    expect([now.slice(0, 4_099), now[4_099]?.f[7]]).toEqual([whole.slice(0, 4_099), 'fork']);
  });

  it('says where a later epoch ends that has lost events and written none', async () => {
    await archiver().round(headAt(4_300));
    await archiver().round(headAt(4_000, 2));
    expect(await archived()).toEqual(whole.slice(0, 4_000));
    await archiver().round(headAt(4_001, 2));
    expect(await archived()).toEqual(whole.slice(0, 4_001));
  });

  it('writes an object again that the storage gives back otherwise', async () => {
    await archiver().round(headAt(1_000));
    const name = store.names().find((one) => one.endsWith('.gz')) ?? '';
    const right = store.kept.get(name);
    store.kept.set(name, new Uint8Array([1, 2, 3]));
    store.kept.delete(name.replace('.ndjson.gz', '.json'));
    await archiver().round(headAt(1_000));
    expect(store.kept.get(name)).toEqual(right);
    expect(await archived()).toEqual(whole.slice(0, 1_000));
  });
});

describe('reading a damaged archive', () => {
  const refusal = async () => archived().then(() => 'nothing was refused', String);
  const ofFull = (ending: string) =>
    store.names().find((one) => one.includes('2001-4000') && one.endsWith(ending)) ?? '';

  it.each([
    [
      'a missing segment',
      (): void => void store.kept.delete(ofFull('.gz')),
      'events 2001 to 4000: .* is missing',
    ],
    [
      'a changed segment',
      (): void => void store.kept.set(ofFull('.gz'), new Uint8Array([31, 139])),
      'events 2001 to 4000: .* has other bytes than its entry says',
    ],
    [
      'a missing entry',
      (): void => void store.kept.delete(ofFull('.json')),
      'events 2001 to 4000: no segment is there',
    ],
    [
      'a segment in the place of another',
      (): void => {
        const first = store.names().find((one) => one.includes('1-2000') && one.endsWith('.gz')) ?? '';
        store.kept.set(ofFull('.gz'), store.kept.get(first) as Uint8Array<ArrayBuffer>);
      },
      'events 2001 to 4000: .* has other bytes',
    ],
  ])('names the events of %s', async (_, damage, named) => {
    await archiver().round(headAt(whole.length));
    damage();
    expect(await refusal()).toMatch(new RegExp(named));
    expect(await archived(0, { seq: 1_900 })).toEqual(whole.slice(0, 1_900));
    expect(await archived(4_000)).toEqual(whole.slice(4_000));
  });

  it('reads on where a longer tail takes the place of the one that it was about to read', async () => {
    await archiver().round(headAt(4_100));
    const chain = await readChain(store, shop);
    await archiver().round(headAt(4_200));
    const events = await linesOf(archivedEvents(store, shop, { after: 3_990, chain }));
    expect(events.flat().map(({ line }) => line)).toEqual(whole.slice(3_990, 4_100));
  });

  it('looks again where a longer tail takes the place of a listed one before its entry is read', async () => {
    await archiver().round(headAt(4_100));
    let rounds = 0;
    const busy = {
      ...store,
      read: async (name: string) => {
        if (name.includes('/000000004001-') && rounds < 2) {
          rounds += 1;
          await archiver().round(headAt(4_100 + rounds));
        }
        return store.read(name);
      },
    };
    const { entries, beyond } = await readChain(busy, shop);
    expect([entries.at(-1)?.to, beyond, rounds]).toEqual([4_102, [], 2]);
  });

  it.each([
    ['missing', (name: string): void => void store.kept.delete(name), 'has no entry beside it'],
    ['changed', (name: string): void => void store.kept.set(name, new Uint8Array([123])), 'cannot be read'],
  ])('names the tail whose entry is %s, behind the end', async (_, damage, what) => {
    await archiver().round(headAt(4_100));
    damage(store.names().find((one) => one.includes('4001-4100') && one.endsWith('.json')) ?? '');
    const { entries, beyond } = await readChain(store, shop);
    expect(entries.at(-1)?.to).toBe(4_000);
    expect(beyond).toMatchObject([{ from: 4_001, to: 4_100, what: expect.stringContaining(what) }]);
  });
});
