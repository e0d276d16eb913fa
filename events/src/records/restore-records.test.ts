import { beforeEach, describe, expect, it } from 'vitest';
import { packLines } from '../objects/packed-lines.ts';
import { sha256Of } from '../objects/sha256.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import type { RecordChange } from './record-lines.ts';
import { type RecordsName, recordsObject } from './records-name.ts';
import { readArchivedRecords } from './restore-records.ts';

const shop = 'shop';
const minute = (n: number) => Date.parse('2026-11-20T00:00:00Z') + n * 60_000;
const kinds: readonly RecordsName['kind'][] = ['part', 'base', 'delta', 'delta', 'delta'];
let store: MemoryObjects;
/** The names of the objects, in their order. */
let objects: string[];

/** Puts an object; each holds one key, a delta a minute. */
async function put(n: number, text?: string): Promise<void> {
  const position = { base: `${minute(0)}-00000000`, n, time: minute(n), epoch: 1, seq: n };
  const change: RecordChange = { t: 'string', k: `{o}:tool:k${n}`, v: 'x' };
  const bytes = await packLines([text ?? change]);
  const kind = kinds[n] ?? 'delta';
  const name = recordsObject(shop, { ...position, kind, hash16: sha256Of(bytes).slice(0, 16) });
  await store.putNew(name, bytes);
  objects[n] = name;
}

beforeEach(async () => {
  store = memoryObjects();
  objects = [];
  for (const n of kinds.keys()) await put(n);
});

/** Reads the last records: the keys that are given, and what is said of them. */
async function read() {
  const keys: string[] = [];
  const found = await readArchivedRecords(store, shop, undefined, async (changes) => {
    keys.push(...changes.map(({ k }) => k.slice('{o}:tool:'.length)));
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
    [
      'changed',
      async () => void store.kept.set(objects[3] ?? '', other()),
      'has other bytes than its name says',
    ],
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

  it('end before a delta that goes while they are read', async () => {
    const { read: readNow } = store;
    store.read = async (name) => (name === objects[4] ? null : readNow(name));
    expect((await read()).recordsFault).toContain(`${objects[4]} is missing`);
  });

  it.each([0, 1])('without object %i of their base are refused, with what to do', async (n) => {
    store.kept.set(objects[n] ?? '', other());
    await expect(read()).rejects.toThrow(
      `The archive of records is damaged: ${objects[n]} has other bytes than its name says. Remove it from the storage and restore again: then the records before this base are taken`,
    );
  });
});
