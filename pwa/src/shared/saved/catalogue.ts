import type { Review, Tool } from '@karigar/bff/contracts';
import { useDeferredValue } from 'react';
import { getReviews, getTools } from '../api/calls.ts';
import { type PublicData, type PublicName, publicData, useDocument, writeDocument } from './public-data.ts';
import { createRevalidation, type Revalidation, type Saved, useSaved } from './revalidation.ts';

const listOf = <Name extends 'tools' | 'reviews'>(
  key: Name,
  get: (etag: string | null) => Promise<{ items: PublicData[Name] | null; etag: string | null }>,
): Revalidation =>
  createRevalidation(async () => {
    const held = publicData[key].get();
    const { items, etag } = await get(held?.etag ?? null);
    const value = items ?? (held?.value as PublicData[Name] | undefined);
    if (value !== undefined) await writeDocument(key, value, etag);
  });

const tools = listOf('tools', getTools);
const reviews = listOf('reviews', getReviews);

/** Brings the saved tools up to date; a failed call stays in the hooks' state. */
export const revalidateTools = (): Promise<void> => tools.run();
/** Brings the saved reviews up to date. */
export const revalidateReviews = (): Promise<void> => reviews.run();
/** Reads the tools after one has changed. */
export const rereadTools = (): Promise<void> => tools.runAnew();
/** Reads the reviews after one has been added. */
export const rereadReviews = (): Promise<void> => reviews.runAnew();

function useList<Name extends PublicName>(name: Name, revalidation: Revalidation): Saved<PublicData[Name]> {
  const held = useDocument(name);
  // A page full of cards is drawn in slices, so that the phone answers to touch meanwhile.
  const shown = useDeferredValue(held);
  return useSaved(revalidation, shown && { data: shown.value, savedAt: shown.savedAt });
}

/** All tools, newest first. */
export const useTools = (): Saved<Tool[]> => useList('tools', tools);

/** The newest reviews, newest first. */
export const useReviews = (): Saved<Review[]> => useList('reviews', reviews);

/** One tool; null when the shop has confirmed that it has no such tool (any more). */
export function useTool(id: string): Saved<Tool | null> {
  const saved = useTools();
  const confirmed = saved.data !== undefined && saved.checkedAt !== null && saved.failure === null;
  return { ...saved, data: saved.data?.find(({ _id }) => _id === id) ?? (confirmed ? null : undefined) };
}
