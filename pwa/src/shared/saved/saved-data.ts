import { createStore, useStore } from '../store.ts';
import { notChecked, type Revalidation, type RevalidationState, useRevalidation } from './revalidation.ts';

/** What the device holds. `data` is undefined while nothing is known: never show that as zero or empty. */
export interface SavedValue<T> {
  data: T | undefined;
  /** When the shop last confirmed it (ms), null when it never did. */
  savedAt: number | null;
}

/** Saved data with its age and its revalidation. */
export interface Saved<T> extends SavedValue<T>, RevalidationState {
  revalidate(): Promise<void>;
}

const nobodys = createStore(notChecked);

/**
 * Shows what the device holds, revalidates it while a page is open and tells how that went. `revalidation` is null, and
 * `value` undefined, where there is nobody whose data it could be.
 */
export function useSaved<T>(revalidation: Revalidation | null, value: SavedValue<T> | undefined): Saved<T> {
  useRevalidation(revalidation, value?.data !== undefined);
  const state = useStore(revalidation?.state ?? nobodys);
  return {
    ...state,
    data: value?.data,
    savedAt: value?.savedAt ?? null,
    revalidate: () => revalidation?.run() ?? Promise.resolve(),
  };
}
