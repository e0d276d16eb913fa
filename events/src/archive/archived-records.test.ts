import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../objects/sha256.ts';
import { type MemoryObjects, memoryObjects } from '../testing/memory-objects.ts';
import { archivedRecords, recordsAt } from './archived-records.ts';
import type { ChosenRecords } from './choose-records.ts';
import { packLines } from './packed-lines.ts';
import type { RecordChange, RecordsHeader } from './record-lines.ts';
import { type RecordsName, recordsObject } from './records-name.ts';

const shop = 'shop';
const minute = (n: number) => Date.parse('2026-11-20T00:00:00Z') + n * 60_000;
const kinds: readonly RecordsName['kind'][] = ['part', 'base', 'delta', 'delta', 'delta'];
let store: MemoryObjects;
/** The names of the objects, in their order. */
let objects: string[];

/** Puts an object; each holds one key, a delta a minute. */
async function put(n: number, previous: string | null, text?: string): Promise<string> {
  const base = `${minute(0)}-00000000`;
  const position = { base, n, time: minute(n), epoch: 0, seq: n, kind: kinds[n] ?? 'delta' };
  const header: RecordsHeader = { ...position, t: 'records', format: 1, shop, previous };
  const change: RecordChange = { t: 'string', k: `k${n}`, v: 'x' };
  const bytes = await packLines(text === undefined ? [header, change] : [text]);
  const name = recordsObject(shop, { ...position, hash16: sha256Of(bytes).slice(0, 16) });
  await store.putNew(name, bytes);
  objects[n] = name;
  return sha256Of(bytes);
}

beforeEach(async () => {
  store = memoryObjects();
  objects = [];
  let previous: string | null = null;
  for (const n of kinds.keys()) previous = await put(n, previous);
});

/** Reads the last records: the keys that are given, and what is said to have been read where that is less than was chosen. */
async function read(): Promise<{ keys: string[]; cut: ChosenRecords | null }> {
  const chosen = await recordsAt(store, shop);
  const keys: string[] = [];
  let cut: ChosenRecords | null = null;
  const reading = archivedRecords(store, shop, chosen ?? { objects: [] }, (instead) => {
    cut = instead;
  });
  for await (const changes of reading) keys.push(...changes.map(({ k }) => k));
  return { keys, cut };
}
const other = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode('other bytes');

describe('archived records', () => {
  it('are given object by object in their order', async () => {
    expect(await read()).toEqual({ keys: ['k0', 'k1', 'k2', 'k3', 'k4'], cut: null });
  });

  it.each([
    [
      'changed',
      async () => void store.kept.set(objects[3] ?? '', other()),
      'has other bytes than its name says',
    ],
    [
      'of another history',
      async () => {
        store.kept.delete(objects[3] ?? '');
        await put(3, 'f'.repeat(64));
      },
      'does not follow the one before it',
    ],
    [
      'no object of records',
      async () => {
        store.kept.delete(objects[3] ?? '');
        await put(3, null, 'no records');
      },
      'holds something else than records',
    ],
  ])('end before a delta that is %s, and say so', async (_, damage, says) => {
    await damage();
    const { keys, cut } = await read();
    expect(keys).toEqual(['k0', 'k1', 'k2']);
    expect(cut?.objects.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(cut?.fault).toContain(`${objects[3]} ${says}`);
    expect(cut?.fault).toContain('what changed in records after 2026-11-20T00:02:00.000Z is unknown');
  });

  it('end before a delta that goes while they are read', async () => {
    const { read: readNow } = store;
    store.read = async (name) => (name === objects[4] ? null : readNow(name));
    expect((await read()).cut?.fault).toContain(`${objects[4]} is missing`);
  });

  it.each([0, 1])('without object %i of their base are refused, with what to do', async (n) => {
    store.kept.set(objects[n] ?? '', other());
    await expect(read()).rejects.toThrow(
      `The archive of records is damaged: ${objects[n]} has other bytes than its name says. Remove it from the storage and restore again: then the records before this base are taken`,
    );
  });
});
