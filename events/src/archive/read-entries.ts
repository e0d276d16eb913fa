import { type ObjectStore, readOrDamaged } from '../objects/object-store.ts';
import { sha256Of } from '../objects/sha256.ts';
import type { FoundEntry, UnreadSegment } from './choose-chain.ts';
import {
  byReach,
  entryObject,
  logFolder,
  nameOf,
  parseSegmentObject,
  SegmentEntry,
  type SegmentName,
  segmentObject,
} from './segment-entry.ts';

/** How many objects are asked for at once. */
const atOnce = 16;

/** The segments that stand in an archive: those that have an entry, and those of which only that is missing. */
export interface ListedSegments {
  readonly entered: readonly SegmentName[];
  readonly unentered: readonly SegmentName[];
}

/** Lists the segments of a shop. Throws `ObjectsUnavailableError`. */
export async function listSegments(store: ObjectStore, shop: string): Promise<ListedSegments> {
  const entered = new Map<string, SegmentName>();
  const unentered = new Map<string, SegmentName>();
  for await (const object of store.list(logFolder(shop))) {
    const found = parseSegmentObject(object);
    if (found === null) continue;
    const { isEntry, ...name } = found;
    (isEntry ? entered : unentered).set(entryObject(shop, name), name);
  }
  for (const object of entered.keys()) unentered.delete(object);
  return { entered: [...entered.values()], unentered: [...unentered.values()] };
}

/** Reads the entry of a segment; null when it is missing or is not what its name says. Throws `ObjectsUnavailableError`. */
export async function readEntry(
  store: ObjectStore,
  shop: string,
  name: SegmentName,
): Promise<FoundEntry | null> {
  const bytes = await readOrDamaged(store, entryObject(shop, name));
  if (bytes === null || bytes === 'damaged') return null;
  const parsed = SegmentEntry.safeParse(asJson(bytes));
  if (!parsed.success || parsed.data.shop !== shop) return null;
  const its = nameOf(parsed.data);
  const same = its.from === name.from && its.to === name.to && its.epoch === name.epoch;
  return same && its.hash8 === name.hash8 ? { entry: parsed.data, sha256: sha256Of(bytes) } : null;
}

/** Reads those entries of the named ones that end with the event `to`. Throws `ObjectsUnavailableError`. */
export async function entriesAt(
  store: ObjectStore,
  shop: string,
  names: readonly SegmentName[],
  to: number,
): Promise<FoundEntry[]> {
  const there = names.filter((name) => name.to === to);
  const found = await Promise.all(there.map((name) => readEntry(store, shop, name)));
  return found.filter((one) => one !== null);
}

/**
 * Finds the longer segment that has taken the place of a tail since the tail was listed. Null when there is none. What it holds is to be checked
 * like that of any. Throws `ObjectsUnavailableError`.
 */
export async function segmentInsteadOf(
  store: ObjectStore,
  { shop, from, to, before }: SegmentEntry,
): Promise<SegmentEntry | null> {
  const { entered } = await listSegments(store, shop);
  const longer = entered.filter((other) => other.from === from && other.to > to);
  for (const name of longer.toSorted(byReach).reverse()) {
    const entry = (await readEntry(store, shop, name))?.entry;
    if (entry?.before === before) return entry;
  }
  return null;
}

/** The entries of a shop, and the segments that have none which could be read. */
interface ReadEntries {
  readonly found: readonly FoundEntry[];
  readonly unread: readonly UnreadSegment[];
}

/**
 * Reads all entries of a shop. While the archive is written a longer tail may take the place of a listed one before that is read: then it is
 * looked for again. Throws `ObjectsUnavailableError`.
 */
export async function readEntries(store: ObjectStore, shop: string): Promise<ReadEntries> {
  const read = new Map<string, FoundEntry | null>();
  const keyOf = (name: SegmentName) => entryObject(shop, name);
  for (;;) {
    const { entered, unentered } = await listSegments(store, shop);
    const added = entered.filter((name) => !read.has(keyOf(name)));
    for (let at = 0; at < added.length; at += atOnce) {
      const some = added.slice(at, at + atOnce);
      const entries = await Promise.all(some.map((name) => readEntry(store, shop, name)));
      for (const [index, name] of some.entries()) read.set(keyOf(name), entries[index] ?? null);
    }
    if (added.some((name) => read.get(keyOf(name)) === null)) continue;
    const unreadable = entered.filter((name) => read.get(keyOf(name)) === null);
    return {
      found: entered.flatMap((name) => read.get(keyOf(name)) ?? []),
      unread: [
        ...unreadable.map((name) => ({ ...name, what: `${keyOf(name)} cannot be read` })),
        ...unentered.map((name) => ({
          ...name,
          what: `${segmentObject(shop, name)} has no entry beside it`,
        })),
      ],
    };
  }
}

function asJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
