import { useEffect, useSyncExternalStore } from 'react';
import { type Failure, isFailure } from '../api/failure.ts';
import { onReturnOfShop } from '../api/probe.ts';
import { whenIdle } from './when-idle.ts';

/** Where a refresh stands. `failure` is the last one's, null after a success; `checkedAt` in ms. */
export interface RefreshState {
  refreshing: boolean;
  failure: Failure | null;
  checkedAt: number | null;
}

/** Saved data with its refresh. `data` is undefined while nothing is known: never show that as zero or empty. */
export interface Saved<T> extends RefreshState {
  data: T | undefined;
  /** When the shop last confirmed the saved copy (ms), null when it never did. */
  savedAt: number | null;
  refresh(): Promise<void>;
}

/** Brings one part of the saved copy up to date. */
export interface Refresher {
  /** Reads once; calls that come meanwhile share the running one. */
  run(): Promise<void>;
  /** Reads after a change: an answer to a question that was asked before it may not know of it, so another one follows. */
  runAnew(): Promise<void>;
  state(): RefreshState;
  subscribe(listener: () => void): () => void;
}

/** A page that mounts within this time (ms) after a successful refresh does not ask again. */
const freshFor = 5_000;

/** Makes a refresher of `work`, which writes to the saved copy. A failed call ends up in the state, never thrown. */
export function createRefresher(work: () => Promise<void>): Refresher {
  let state: RefreshState = { refreshing: false, failure: null, checkedAt: null };
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const change = (next: Partial<RefreshState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const once = async () => {
    change({ refreshing: true });
    try {
      await work();
      change({ refreshing: false, failure: null, checkedAt: Date.now() });
    } catch (error) {
      change({ refreshing: false, failure: isFailure(error) ? error : state.failure });
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
    run,
    runAnew() {
      if (running === null) return run();
      // However the one before ends: its own caller hears of that.
      following ??= running.then(follow, follow);
      return following;
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const idle: RefreshState = { refreshing: false, failure: null, checkedAt: null };

/**
 * Refreshes when the page opens and when the network or the shop comes back, and follows the state; null does nothing.
 * A page that has something to show already (`known`) draws that first: an answer, or its failure, would come in between.
 */
export function useRefresh(refresher: Refresher | null, known = false): RefreshState {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was known when the page opened matters
  useEffect(() => {
    if (refresher === null) return;
    const checkedAt = refresher.state().checkedAt;
    if (checkedAt === null || Date.now() - checkedAt > freshFor) {
      if (known) whenIdle(() => void refresher.run());
      else void refresher.run();
    }
    const again = () => void refresher.run();
    const stopFollowing = onReturnOfShop(again);
    window.addEventListener('online', again);
    return () => {
      stopFollowing();
      window.removeEventListener('online', again);
    };
  }, [refresher]);
  return useSyncExternalStore(
    (listener) => refresher?.subscribe(listener) ?? (() => undefined),
    () => refresher?.state() ?? idle,
    () => idle,
  );
}
