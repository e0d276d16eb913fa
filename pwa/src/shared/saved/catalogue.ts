import type { Review, Tool } from '@karigar/bff/contracts';
import type { EntityTable, InsertType } from 'dexie';
import { useDeferredValue } from 'react';
import { getReviews, getTools, type Versioned } from '../api/calls.ts';
import { useStore } from '../store.ts';
import { beganEmpty, cacheRows, memoryCache, type RowCache } from './memory-cache.ts';
import { onPublicDb, publicDb, usePublicQuery } from './public-db.ts';
import { createRevalidation, type Revalidation } from './revalidation.ts';
import { type Saved, useSaved } from './saved-data.ts';
import { whenIdle } from './when-idle.ts';

/** One part of the public data: where it is kept, how the shop is asked for it, and what keeps it up to date. */
interface Part<T extends { _id: string }> {
  name: 'tools' | 'reviews';
  table: () => EntityTable<T, '_id'>;
  cache: RowCache<T>;
  revalidation: Revalidation;
}

/** How long an answer of the shop may wait for an idle moment before it is recorded (ms). */
const longestUnrecordedMs = 1_000;

/** Makes a table hold exactly these rows, touching only what changed, so that open pages redraw only for news. */
async function replaceRows<T extends { _id: string }>(
  table: EntityTable<T, '_id'>,
  rows: readonly T[],
): Promise<void> {
  const before = new Map((await table.toArray()).map((row) => [row._id, JSON.stringify(row)]));
  const changed = rows.filter((row) => before.get(row._id) !== JSON.stringify(row));
  const wanted = new Set(rows.map((row) => row._id));
  const gone = [...before.keys()].filter((id) => !wanted.has(id));
  if (changed.length > 0) await table.bulkPut(changed as unknown as InsertType<T, '_id'>[]);
  if (gone.length > 0) await table.bulkDelete(gone as Parameters<typeof table.bulkDelete>[0]);
}

async function pull<T extends { _id: string }>(
  { name, table, cache }: Omit<Part<T>, 'revalidation'>,
  get: (etag: string | null) => Promise<Versioned<T>>,
): Promise<void> {
  const storedTag = async () =>
    ((await publicDb().meta.get(`${name}.etag`))?.value as string | null | undefined) ?? null;
  const cached = cache.get();
  const { items, etag } = await get(cached?.etag ?? (beganEmpty() ? null : await storedTag()));
  const savedAt = Date.now();
  if (items !== null) {
    cacheRows(cache, { rows: items, etag, savedAt });
    // The screen need not wait for the disk, and is drawn before it; but somebody may leave soon.
    await new Promise<void>((resolve) => whenIdle(resolve, longestUnrecordedMs));
  }
  const { meta } = publicDb();
  await publicDb().transaction('rw', table(), meta, async () => {
    // The browser may have thrown the rows away since they were read.
    const rows = items ?? (cached !== undefined && (await storedTag()) !== etag ? cached.rows : null);
    if (rows !== null) await replaceRows(table(), rows);
    await meta.bulkPut([
      { key: `${name}.etag`, value: etag },
      { key: `${name}.savedAt`, value: savedAt },
    ]);
  });
}

function partOf<T extends { _id: string }>(
  name: Part<T>['name'],
  table: Part<T>['table'],
  cache: RowCache<T>,
  get: (etag: string | null) => Promise<Versioned<T>>,
): Part<T> {
  return {
    name,
    table,
    cache,
    revalidation: createRevalidation(() => onPublicDb(() => pull({ name, table, cache }, get))),
  };
}

const tools = partOf('tools', () => publicDb().tools, memoryCache.tools, getTools);
const reviews = partOf('reviews', () => publicDb().reviews, memoryCache.reviews, getReviews);

/** Brings the saved tools up to date; a failed call stays in the hooks' state. */
export const revalidateTools = (): Promise<void> => tools.revalidation.run();
/** Brings the saved reviews up to date. */
export const revalidateReviews = (): Promise<void> => reviews.revalidation.run();
/** Reads the tools after one has changed. */
export const rereadTools = (): Promise<void> => tools.revalidation.runAnew();
/** Reads the reviews after one has been added. */
export const rereadReviews = (): Promise<void> => reviews.revalidation.runAnew();

/** Caches the rows of the database. They change only together with their etag, so those in memory are read once. */
async function readRows<T extends { _id: string }>({ name, table, cache }: Part<T>): Promise<void> {
  const [savedAt, etag] = (await publicDb().meta.bulkGet([`${name}.savedAt`, `${name}.etag`])).map(
    (fact) => fact?.value,
  ) as [number | undefined, string | null | undefined];
  if (savedAt === undefined) return;
  const cached = cache.get();
  const same = cached !== undefined && cached.etag !== null && cached.etag === etag;
  const rows = same ? cached.rows : await table().orderBy('createdAt').reverse().toArray();
  cacheRows(cache, { rows, etag: etag ?? null, savedAt });
}

const nothingAtBuild = () => undefined;

function usePart<T extends { _id: string }>(part: Part<T>): Saved<T[]> {
  const cached = useStore(part.cache, nothingAtBuild);
  usePublicQuery(() => readRows(part));
  // A page full of cards is drawn in slices, so that the phone answers to touch meanwhile.
  const shown = useDeferredValue(cached);
  return useSaved(part.revalidation, shown && { data: shown.rows, savedAt: shown.savedAt });
}

/** All tools, newest first. */
export const useTools = (): Saved<Tool[]> => usePart(tools);

/**
 * One tool; null when the shop has no such tool (any more). That only the shop can say: a tool that older saved data
 * lacks is unknown.
 */
export function useTool(id: string): Saved<Tool | null> {
  const saved = usePart(tools);
  const confirmed = saved.data !== undefined && saved.checkedAt !== null && saved.failure === null;
  return { ...saved, data: saved.data?.find(({ _id }) => _id === id) ?? (confirmed ? null : undefined) };
}

/** The newest reviews, newest first. */
export const useReviews = (): Saved<Review[]> => usePart(reviews);
