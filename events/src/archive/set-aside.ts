import { EventLine } from '../backup/backup-lines.ts';
import type { LogHead } from '../log/store-head.ts';
import { type ObjectStore, readOrDamaged } from '../objects/object-store.ts';
import { unpackLines } from './packed-lines.ts';
import { putVerified } from './put-verified.ts';
import { entryObject, lostObject, type SegmentName, segmentObject } from './segment-entry.ts';

/**
 * Moves segments out of the log that are of another history than the log at `head`, which is archived so far: their objects stand below `lost/` then,
 * where no reader looks. Answers those that have to be looked at again: Redis has written nothing yet that they do not hold, and may only
 * be behind. Called again after any fault it goes on. Throws `ObjectsUnavailableError`.
 */
export async function setAsideRivals(
  store: ObjectStore,
  head: Pick<LogHead, 'shop' | 'seq' | 'hash'>,
  rivals: readonly SegmentName[],
): Promise<readonly SegmentName[]> {
  const staying: SegmentName[] = [];
  for (const rival of rivals) {
    if (rival.to < head.seq) continue;
    const hash = await hashIn(store, head.shop, rival, head.seq);
    if (hash === null || hash === head.hash) staying.push(rival);
    else await setAside(store, head.shop, rival);
  }
  return staying;
}

/** Reads the hash of an event in a segment; null where the segment gives none. */
async function hashIn(
  store: ObjectStore,
  shop: string,
  name: SegmentName,
  seq: number,
): Promise<string | null> {
  const bytes = await readOrDamaged(store, segmentObject(shop, name));
  if (bytes === null || bytes === 'damaged') return null;
  try {
    const line = (await unpackLines(bytes))[seq - name.from];
    return line === undefined ? null : (EventLine.parse(JSON.parse(line)).f.at(-1) ?? null);
  } catch {
    return null;
  }
}

async function setAside(store: ObjectStore, shop: string, name: SegmentName): Promise<void> {
  // The entry leaves first: one without its segment would be taken for damage.
  const objects = [entryObject(shop, name), segmentObject(shop, name)];
  for (const object of objects) {
    const bytes = await readOrDamaged(store, object);
    if (bytes !== null && bytes !== 'damaged') await putVerified(store, lostObject(object), bytes);
  }
  for (const object of objects) await store.remove(object);
}
