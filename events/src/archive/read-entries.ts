import { type ObjectStore, readOrDamaged } from '../objects/object-store.ts';
import type { FoundEntry } from './choose-chain.ts';
import {
  entryObject,
  logFolder,
  nameOf,
  parseSegmentObject,
  SegmentEntry,
  type SegmentName,
  sha256Of,
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

/** Reads all entries of a shop that are what their names say. Throws `ObjectsUnavailableError`. */
export async function readEntries(store: ObjectStore, shop: string): Promise<FoundEntry[]> {
  const names = (await listSegments(store, shop)).entered;
  const found: FoundEntry[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    const some = await Promise.all(names.slice(at, at + atOnce).map((name) => readEntry(store, shop, name)));
    found.push(...some.filter((one) => one !== null));
  }
  return found;
}

function asJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
