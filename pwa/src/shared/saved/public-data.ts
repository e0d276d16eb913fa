import type { Review, ShopConfig, Tool, ToolReviews } from '@karigar/bff/contracts';
import { createStore, type Store, useStore } from '../store.ts';
import { setCurrency } from '../ui/money.tsx';
import { setTimeZone } from '../ui/time.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { SavedStore, useSavedQuery } from './saved-store.ts';

/** What everyone may see, by name. Lists are newest first. */
export interface PublicData {
  tools: Tool[];
  reviews: Review[];
  config: ShopConfig;
}
/** The name of a part of the public data. */
export type PublicName = keyof PublicData;

/** One answer of the shop. `etag` names it, `savedAt` (ms) tells when the shop last confirmed it. */
export interface PublicDocument<T = unknown> {
  key: PublicName;
  value: T;
  etag: string | null;
  savedAt: number;
}

/** The newest reviews of one tool. `nextCursor` asks for older ones, null where there are none. */
export interface ToolReviewsRow extends ToolReviews {
  toolId: string;
  nextCursor: string | null;
  savedAt: number;
}

/** How long an answer of the shop may wait for an idle moment before it is written (ms). */
const longestUnwrittenMs = 1_000;

/** The public data on the device: one row for each answer, written and read as a whole, and one for each tool whose reviews were opened. */
export const publicDb = new SavedStore<{ documents: PublicDocument; toolReviews: ToolReviewsRow }>(
  'karigar-public',
  { documents: 'key', toolReviews: 'toolId' },
);

/** The newest documents that this page has, from the shop or from the device: the screen need not wait for the disk. */
export const publicData: { [Name in PublicName]: Store<PublicDocument<PublicData[Name]> | undefined> } = {
  tools: createStore(undefined),
  reviews: createStore(undefined),
  config: createStore(undefined),
};

/** Takes over a document unless a newer one is there. One of the future was saved under a wrong clock, and is replaced. */
export function takeDocument(next: PublicDocument | undefined): void {
  if (next === undefined) return;
  const store = publicData[next.key] as Store<PublicDocument | undefined>;
  const held = store.get();
  if (held !== undefined && held.savedAt >= next.savedAt && held.savedAt <= Date.now()) return;
  if (next.key === 'config') {
    const { timeZone, currency } = next.value as ShopConfig;
    setTimeZone(timeZone);
    setCurrency(currency);
  }
  // The same answer keeps its value, so that its users are not drawn again.
  const isSame = held !== undefined && held.etag !== null && held.etag === next.etag;
  store.set(isSame ? { ...next, value: held.value } : next);
}

/** Shows an answer of the shop at once, and writes it when the page has drawn it. */
export async function writeDocument<Name extends PublicName>(
  key: Name,
  value: PublicData[Name],
  etag: string | null,
): Promise<void> {
  const next: PublicDocument = { key, value, etag, savedAt: Date.now() };
  takeDocument(next);
  await new Promise<void>((resolve) => whenIdle(resolve, longestUnwrittenMs));
  await publicDb.write(({ documents }) => documents.put(next));
}

const nothingAtBuild = () => undefined;

/** A part of the public data, followed; undefined while unknown. */
export function useDocument<Name extends PublicName>(
  name: Name,
): PublicDocument<PublicData[Name]> | undefined {
  // Other tabs write too.
  useSavedQuery(publicDb, async ({ documents }) => takeDocument(await documents.get(name)), [name]);
  return useStore(publicData[name], nothingAtBuild);
}

/** Resolves as soon as the tools are known. */
export const whenToolsKnown = (): Promise<void> =>
  new Promise((resolve) => {
    if (publicData.tools.get() !== undefined) return resolve();
    const stop = publicData.tools.subscribe(() => {
      stop();
      resolve();
    });
  });
