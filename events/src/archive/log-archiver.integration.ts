import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type FilledLog, filledLog } from '../testing/filled-log.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { logArchiver } from './log-archiver.ts';

let live: FilledLog['live'];
let whole: FilledLog['whole'];
let headAt: FilledLog['headAt'];
let withFork: FilledLog['withFork'];
let store: MemoryObjects;

const log = await filledLog();
({ live, whole, headAt, withFork } = log);
beforeEach(() => {
  store = memoryObjects();
});
afterAll(() => log.stop());

const archiver = () => logArchiver(live, store);
const objects = () => store.names().map((name) => name.slice(log.shop.length + 1));
const archived = (until?: Parameters<FilledLog['archived']>[1]) => log.archived(store, until);
const timeAt = (seq: number) => Number(whole[seq - 1]?.[1][9]);

describe('the archive of a log', () => {
  it('holds full segments on fixed borders and one tail, and gives back every event', async () => {
    expect(whole.length).toBeGreaterThan(4_000);
    expect(await archiver()(headAt(whole.length))).toMatchObject({ to: whole.length });
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
    for (const seq of [1, 900, 900, 1_999, 2_000, 2_001, 3_000]) await one(headAt(seq));
    await archiver()(headAt(3_500));
    // The first does not know of the other's tail.
    await one(headAt(3_600));
    expect(objects().some((name) => name.includes('-3000-'))).toBe(false);
    await archiver()(headAt(4_000));
    await one(headAt(whole.length));
    const grown = store.kept;
    store = memoryObjects();
    await archiver()(headAt(whole.length));
    expect([...grown].sort()).toEqual([...store.kept].sort());
  });

  it('writes nothing where nothing is new, and nothing of an empty log', async () => {
    const one = archiver();
    expect(await one(headAt(0))).toBeNull();
    await one(headAt(1_000));
    const before = [...store.kept];
    await one(headAt(1_000));
    await archiver()(headAt(1_000));
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
    await archiver()(headAt(1_990));
    const begun = [...store.kept];
    for (let at = 1; ; at += 1) {
      store.kept.clear();
      for (const [name, bytes] of begun) store.kept.set(name, bytes);
      const one = logArchiver(live, faulty);
      await one(headAt(1_990));
      broken = at;
      await one(headAt(2_010)).catch(() => undefined);
      const isDone = broken > 0;
      broken = Number.POSITIVE_INFINITY;
      await (at % 2 === 0 ? one : logArchiver(live, faulty))(headAt(2_020));
      expect([at, (await archived()).length]).toEqual([at, 2_020]);
      if (isDone) break;
    }
    expect(await archived()).toEqual(whole.slice(0, 2_020));
  });
});

describe('a later epoch', () => {
  it('goes on from the last full segment that both histories share, and the former epoch stays', async () => {
    await archiver()(headAt(4_300));
    const before = new Map(store.kept);
    await withFork(4_100, 4_200, (fork) => logArchiver(fork, store)(headAt(4_200, 2)));
    for (const [name, bytes] of before) expect(store.kept.get(name)).toEqual(bytes);
    expect(objects().filter((name) => name.startsWith('log/e2/'))).toEqual([
      expect.stringContaining('/000000004001-4200-'),
    ]);
    const now = await archived();
    expect(now).toHaveLength(4_200);
    expect([now.slice(0, 4_099), now[4_099]?.[1][15]]).toEqual([whole.slice(0, 4_099), 'fork']);
  });

  it('is read down through the epochs before it', async () => {
    await archiver()(headAt(2_100, 1));
    await archiver()(headAt(4_050, 2));
    await archiver()(headAt(4_060, 3));
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
    await archiver()(headAt(4_300));
    await archiver()(headAt(4_000, 2));
    expect(await archived()).toEqual(whole.slice(0, 4_000));
    await archiver()(headAt(4_001, 3));
    expect(await archived()).toEqual(whole.slice(0, 4_001));
  });

  it('is not written into the former one by a log with another history', async () => {
    await archiver()(headAt(4_300));
    const before = objects();
    const writing = withFork(4_100, 4_400, (fork) => logArchiver(fork, store)(headAt(4_400)));
    await expect(writing).rejects.toThrow('Event 4300: the archive holds another one of epoch 1');
    expect(objects()).toEqual(before);
  });

  it('gives no event below a missing segment of which there are two histories', async () => {
    await archiver()(headAt(2_100));
    await withFork(1_500, 4_100, (fork) => logArchiver(fork, store)(headAt(4_100, 2)));
    for (const name of store.names()) if (name.includes('2001-4000')) store.kept.delete(name);
    await expect(archived()).rejects.toThrow('events 1 to 2000: the archive holds several histories of them');
  });
});

describe('an object that the storage gives back otherwise', () => {
  it('is never removed or replaced, also while other histories are written beside it', async () => {
    await archiver()(headAt(4_300));
    const unreadable = store.names().find((name) => name.includes('2001-4000')) ?? '';
    store.kept.set(unreadable, new Uint8Array([31, 139]));
    const before = new Map(store.kept);
    await withFork(2_500, 4_400, (fork) => logArchiver(fork, store)(headAt(4_400, 2)));
    await archiver()(headAt(whole.length, 3));
    for (const [name, bytes] of before) expect(store.kept.get(name)).toEqual(bytes);
  });

  it('stays where it is the tail of an archiver that ended, and the tail is written once more', async () => {
    await archiver()(headAt(1_000));
    const [tail = ''] = store.names();
    const unreadable = new Uint8Array([31, 139]);
    store.kept.set(tail, unreadable);
    await archiver()(headAt(1_000));
    expect(store.kept.get(tail)).toEqual(unreadable);
    expect(await archived()).toEqual(whole.slice(0, 1_000));
  });

  it('is written beside it, under another name', async () => {
    const { putNew } = store;
    store.putNew = (name, bytes) =>
      putNew(name, name.endsWith('-1.ndjson.gz') ? new Uint8Array([1, 2, 3]) : bytes);
    await archiver()(headAt(1_000));
    expect(objects()).toHaveLength(2);
    expect(await archived()).toEqual(whole.slice(0, 1_000));
  });
});
