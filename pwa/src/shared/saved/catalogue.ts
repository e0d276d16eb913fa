import type { Review, Tool } from '@karigar/bff/contracts';
import type { EntityTable } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useSyncExternalStore } from 'react';
import { getReviews, getTools, type Versioned } from '../api/calls.ts';
import { beganEmpty, type KnownRows, knownRows, onKnown, rememberRows } from './memory-cache.ts';
import { publicDb } from './public-db.ts';
import { replaceRows } from './replace-rows.ts';
import { createRefresher, type Refresher, type Saved, useRefresh } from './revalidation.ts';
import { whenIdle } from './when-idle.ts';

/** One part of the public data: its table, how the shop is asked for it, and what keeps it up to date. */
interface Part<T extends { _id: string }> {
  name: 'tools' | 'reviews';
  table: EntityTable<T, '_id'>;
  refresher: Refresher;
}

/** How long an answer of the shop may wait for a quiet moment before it is written down (ms). */
const writtenWithin = 1_000;

async function pull<T extends { _id: string }>(
  { name, table }: Omit<Part<T>, 'refresher'>,
  get: (etag: string | null) => Promise<Versioned<T>>,
): Promise<void> {
  const storedTag = async () =>
    ((await publicDb.meta.get(`${name}.etag`))?.value as string | null | undefined) ?? null;
  const known = knownRows<T>(name);
  const { items, etag } = await get(known?.etag ?? (beganEmpty() ? null : await storedTag()));
  const savedAt = Date.now();
  if (items !== null) {
    rememberRows(name, { rows: items, etag, savedAt });
    // The screen need not wait for the disk, and is drawn before it; but somebody may leave soon.
    await new Promise<void>((resolve) => whenIdle(resolve, writtenWithin));
  }
  await publicDb.transaction('rw', table, publicDb.meta, async () => {
    // The browser may have thrown the rows away since they were read.
    const rows = items ?? (known !== undefined && (await storedTag()) !== etag ? known.rows : null);
    if (rows !== null) await replaceRows(table, rows);
    await publicDb.meta.bulkPut([
      { key: `${name}.etag`, value: etag },
      { key: `${name}.savedAt`, value: savedAt },
    ]);
  });
}

function partOf<T extends { _id: string }>(
  name: Part<T>['name'],
  table: EntityTable<T, '_id'>,
  get: (etag: string | null) => Promise<Versioned<T>>,
): Part<T> {
  return { name, table, refresher: createRefresher(() => pull({ name, table }, get)) };
}

const tools = partOf('tools', publicDb.tools, getTools);
const reviews = partOf('reviews', publicDb.reviews, getReviews);

/** Brings the saved tools up to date; a failed call stays in the hooks' state. */
export const refreshTools = (): Promise<void> => tools.refresher.run();
/** Brings the saved reviews up to date. */
export const refreshReviews = (): Promise<void> => reviews.refresher.run();
/** Reads the tools after one has changed. */
export const rereadTools = (): Promise<void> => tools.refresher.runAnew();
/** Reads the reviews after one has been added. */
export const rereadReviews = (): Promise<void> => reviews.refresher.runAnew();

/** Remembers the saved rows. Rows change only together with their etag, so those in memory are read once. */
async function readRows<T extends { _id: string }>({ name, table }: Part<T>): Promise<void> {
  const [savedAt, etag] = (await publicDb.meta.bulkGet([`${name}.savedAt`, `${name}.etag`])).map(
    (fact) => fact?.value,
  ) as [number | undefined, string | null | undefined];
  if (savedAt === undefined) return;
  const known = knownRows<T>(name);
  const same = known !== undefined && known.etag !== null && known.etag === etag;
  const rows = same ? known.rows : await table.orderBy('createdAt').reverse().toArray();
  rememberRows(name, { rows, etag: etag ?? null, savedAt });
}

const unknown = () => undefined;

function useSaved<T extends { _id: string }>(part: Part<T>): Saved<T[]> {
  const known = useSyncExternalStore(onKnown, (): KnownRows<T> | undefined => knownRows(part.name), unknown);
  const state = useRefresh(part.refresher, known !== undefined);
  useLiveQuery(() => readRows(part));
  // A page full of cards is drawn in slices, so that the phone answers to touch meanwhile.
  const saved = useDeferredValue(known);
  return {
    ...state,
    data: saved?.rows,
    savedAt: saved?.savedAt ?? null,
    refresh: () => part.refresher.run(),
  };
}

/** All tools, newest first. */
export const useTools = (): Saved<Tool[]> => useSaved(tools);

/**
 * One tool; null when the shop has no such tool (any more). That only the shop can say: a tool that an older saved copy
 * lacks is unknown.
 */
export function useTool(id: string): Saved<Tool | null> {
  const saved = useSaved(tools);
  const confirmed = saved.data !== undefined && saved.checkedAt !== null && saved.failure === null;
  return { ...saved, data: saved.data?.find(({ _id }) => _id === id) ?? (confirmed ? null : undefined) };
}

/** All reviews, newest first. */
export const useReviews = (): Saved<Review[]> => useSaved(reviews);
