import { useEffect } from 'react';
import { type Failure, isFailure } from '../api/failure.ts';
import { onReturnOfShop } from '../api/probe.ts';
import { createStore, type Store, useStore } from '../store.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { storageTurn } from './saved-store.ts';

/** The state of a revalidation. `failure` is the last one's, null after a success; `checkedAt` in ms. */
interface RevalidationState {
  revalidating: boolean;
  failure: Failure | null;
  checkedAt: number | null;
}

/** Brings one part of the saved data up to date. */
export interface Revalidation {
  state: Store<RevalidationState>;
  /** Time (ms) after a success in which a page that opens does not ask again. */
  freshFor: number;
  /** Reads once; calls that come meanwhile share the running one. A failed call ends up in the state, never thrown. */
  run(): Promise<void>;
  /** Reads after a change: an answer to a question that was asked before it may not know of it, so another one follows. */
  runAnew(): Promise<void>;
}

const notChecked: RevalidationState = { revalidating: false, failure: null, checkedAt: null };

/** Makes a revalidation of `work`, which writes the saved data. */
export function createRevalidation(work: () => Promise<void>, freshFor = 5_000): Revalidation {
  const state = createStore(notChecked);
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  // What was written before may be gone.
  storageTurn.subscribe(() => state.set({ ...state.get(), checkedAt: null }));
  const once = async () => {
    state.set({ ...state.get(), revalidating: true });
    try {
      await work();
      state.set({ revalidating: false, failure: null, checkedAt: Date.now() });
    } catch (error) {
      const { failure, checkedAt } = state.get();
      state.set({ revalidating: false, failure: isFailure(error) ? error : failure, checkedAt });
      if (!isFailure(error)) throw error;
    }
  };
  const run = () => {
    running ??= once().finally(() => {
      running = null;
    });
    return running;
  };
  const follow = () => {
    following = null;
    return run();
  };
  return {
    state,
    freshFor,
    run,
    runAnew() {
      if (running === null) return run();
      // Also after a failure, which its own caller handles.
      following ??= running.then(follow, follow);
      return following;
    },
  };
}

/** Gives one value for each key, made at its first use; `made` holds all of them. */
export function perKey<T>(make: (key: string) => T) {
  const made = new Map<string, T>();
  const oneFor = (key: string): T => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
  return Object.assign(oneFor, { made });
}

/** Saved data with its age and its revalidation. */
export interface Saved<T> extends RevalidationState {
  /** Undefined while nothing is known: never show that as zero or empty. */
  data: T | undefined;
  /** When the shop last confirmed it (ms), null when it never did. */
  savedAt: number | null;
  revalidate(): Promise<void>;
}

const signedOut = createStore(notChecked);

/**
 * Shows saved data, and revalidates it when a page opens and when the network or the shop comes back. `revalidation` is null, and
 * `value` undefined, while signed out.
 */
export function useSaved<T>(
  revalidation: Revalidation | null,
  value: Pick<Saved<T>, 'data' | 'savedAt'> | undefined,
): Saved<T> {
  const turn = useStore(storageTurn);
  const hasData = value?.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what there was when the page opened matters
  useEffect(() => {
    if (revalidation === null) return;
    const { state, freshFor } = revalidation;
    const run = () => void revalidation.run();
    const { checkedAt } = state.get();
    if (checkedAt === null || Date.now() - checkedAt > freshFor) {
      // A page that has something to show draws that first.
      if (hasData) whenIdle(run);
      else run();
    }
    const stopFollowing = onReturnOfShop(run);
    window.addEventListener('online', run);
    return () => {
      stopFollowing();
      window.removeEventListener('online', run);
    };
  }, [revalidation, turn]);
  return {
    ...useStore(revalidation?.state ?? signedOut),
    data: value?.data,
    savedAt: value?.savedAt ?? null,
    revalidate: () => revalidation?.run() ?? Promise.resolve(),
  };
}
