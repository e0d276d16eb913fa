import type { ObjectStore } from '../objects/object-store.ts';
import { putVerified } from './put-verified.ts';
import { entriesAt, listSegments, readEntry } from './read-entries.ts';
import { entryBytes, entryObject, nameOf, type SegmentEntry } from './segment-entry.ts';

/**
 * Keeps the entry of a segment, and answers the bytes that stand there. Another archiver may have kept one that goes on from another entry of the same
 * border: that one stays, because what follows it names it. Throws `ObjectsUnavailableError`.
 */
export const putEntry = (store: ObjectStore, entry: SegmentEntry): Promise<Uint8Array<ArrayBuffer>> =>
  putVerified(store, entryObject(entry.shop, nameOf(entry)), entryBytes(entry), () => isTwin(store, entry));

/** Checks whether what stands in the place of an entry differs from it only in the entry that it goes on from, and whether that one is there. */
async function isTwin(store: ObjectStore, entry: SegmentEntry): Promise<boolean> {
  const { shop, from, before, previous } = entry;
  const there = (await readEntry(store, shop, nameOf(entry)))?.entry;
  if (there == null || Buffer.compare(entryBytes({ ...there, previous }), entryBytes(entry)) !== 0)
    return false;
  const { entered } = await listSegments(store, shop);
  const borders = await entriesAt(store, shop, entered, from - 1);
  return borders.some(({ sha256, entry: { hash } }) => sha256 === there.previous && hash === before);
}
