import { beforeEach, describe, expect, it } from 'vitest';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { packRecords, type RecordsName, readArchivedRecords } from './archived-records.ts';
import type { RecordLine } from './record-lines.ts';

const shop = 'shop';
const minute = (n: number) => Date.parse('2026-11-20T00:00:00Z') + n * 60_000;
const kinds: readonly RecordsName['kind'][] = ['base', 'base', 'delta', 'delta', 'delta'];
let store: MemoryObjects;
/** The names of the objects, in their order. */
let objects: string[];

/** Puts an object; each holds one key, a delta a minute. */
async function put(n: number, what?: unknown): Promise<void> {
  const line = what ?? { t: 'string', k: `{o}:tool:k${n}`, f: ['x'] };
  const name = { base: `${minute(0)}-00000000`, n, time: minute(n), epoch: 1, seq: n };
  const { object, bytes } = await packRecords(shop, { ...name, kind: kinds[n] ?? 'delta' }, [
    line as RecordLine,
  ]);
  await store.putNew(object, bytes);
  objects[n] = object;
}

beforeEach(async () => {
  store = memoryObjects();
  objects = [];
  for (const n of kinds.keys()) await put(n);
});

/** Reads the last records: the keys that are given, and what is said of them. */
async function read() {
  const keys: string[] = [];
  const found = await readArchivedRecords(store, shop, undefined, async (lines) => {
    keys.push(...lines.map(({ k }) => k.slice('{o}:tool:'.length)));
  });
  return { keys, ...found };
}
const other = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode('other bytes');

describe('archived records', () => {
  it('are given object by object in their order', async () => {
    expect(await read()).toEqual({
      keys: ['k0', 'k1', 'k2', 'k3', 'k4'],
      recordsAt: minute(4),
      recordsFault: null,
    });
  });

  it.each([
    ['changed', async () => void store.kept.set(objects[3] ?? '', other()), 'holds no packed lines'],
    [
      'no object of records',
      async () => {
        store.kept.delete(objects[3] ?? '');
        await put(3, 'no records');
      },
      'holds something else than records',
    ],
  ])('end before a delta that is %s, and say so', async (_, damage, says) => {
    await damage();
    const { keys, recordsAt, recordsFault } = await read();
    expect([keys, recordsAt]).toEqual([['k0', 'k1', 'k2'], minute(2)]);
    expect(recordsFault).toContain(`${objects[3]} ${says}`);
    expect(recordsFault).toContain('what changed in records after 2026-11-20T00:02:00.000Z is unknown');
  });

  it('end before a delta that is missing in the listing', async () => {
    store.kept.delete(objects[3] ?? '');
    const { keys, recordsAt, recordsFault } = await read();
    expect([keys, recordsAt]).toEqual([['k0', 'k1', 'k2'], minute(2)]);
    expect(recordsFault).toContain(`object 3 of the base ${minute(0)}-00000000 is missing: what changed`);
  });

  it('end before a delta that goes while they are read', async () => {
    const { read: readNow } = store;
    store.read = async (name) => (name === objects[4] ? null : readNow(name));
    expect((await read()).recordsFault).toContain(`${objects[4]} is missing`);
  });

  it('are refused where a part of their base is missing', async () => {
    store.kept.delete(objects[0] ?? '');
    await expect(read()).rejects.toThrow(`object 0 of the base ${minute(0)}-00000000 is missing`);
  });

  it.each([0, 1])('without object %i of their base are refused, with what to do', async (n) => {
    store.kept.set(objects[n] ?? '', other());
    await expect(read()).rejects.toThrow(
      `The archive of records is damaged: ${objects[n]} holds no packed lines. Remove this base from the storage and restore again: then the records before it are taken`,
    );
  });
});
