import type { Review, Tool } from '@karigar/bff/contracts';
import type { EntityTable } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue } from 'react';
import { getReviews, getTools, type Versioned } from '../api/calls.ts';
import { publicDb } from './public-db.ts';
import { createRefresher, type Refresher, type Saved, useRefresh } from './refresher.ts';
import { replaceRows } from './replace-rows.ts';

type Part = 'tools' | 'reviews';

async function pull<T extends { _id: string }>(
  part: Part,
  table: EntityTable<T, '_id'>,
  get: (etag: string | null) => Promise<Versioned<T>>,
): Promise<void> {
  const known = await publicDb.meta.get(`${part}.etag`);
  const { items, etag } = await get((known?.value as string | null | undefined) ?? null);
  await publicDb.transaction('rw', table, publicDb.meta, async () => {
    if (items !== null) await replaceRows(table, items);
    await publicDb.meta.bulkPut([
      { key: `${part}.etag`, value: etag },
      { key: `${part}.savedAt`, value: Date.now() },
    ]);
  });
}

const tools = createRefresher(() => pull('tools', publicDb.tools, getTools));
const reviews = createRefresher(() => pull('reviews', publicDb.reviews, getReviews));

/** Brings the saved tools up to date; a failed call stays in the hooks' state. */
export const refreshTools = (): Promise<void> => tools.run();
/** Brings the saved reviews up to date. */
export const refreshReviews = (): Promise<void> => reviews.run();

function useSaved<T>(
  part: Part,
  refresher: Refresher,
  read: () => Promise<T>,
  deps: unknown[] = [],
): Saved<T> {
  const state = useRefresh(refresher);
  const current = useLiveQuery(async () => {
    const savedAt = (await publicDb.meta.get(`${part}.savedAt`))?.value as number | undefined;
    return { savedAt: savedAt ?? null, data: savedAt === undefined ? undefined : await read() };
  }, deps);
  // A page full of cards is drawn in slices, so that the phone answers to touch meanwhile.
  const saved = useDeferredValue(current);
  return { ...state, data: saved?.data, savedAt: saved?.savedAt ?? null, refresh: () => refresher.run() };
}

/** All tools, newest first. */
export const useTools = (): Saved<Tool[]> =>
  useSaved('tools', tools, () => publicDb.tools.orderBy('createdAt').reverse().toArray());

/** One tool; null when the shop has no such tool (any more). */
export const useTool = (id: string): Saved<Tool | null> =>
  useSaved('tools', tools, async () => (await publicDb.tools.get(id)) ?? null, [id]);

/** All reviews, newest first. */
export const useReviews = (): Saved<Review[]> =>
  useSaved('reviews', reviews, () => publicDb.reviews.orderBy('createdAt').reverse().toArray());
