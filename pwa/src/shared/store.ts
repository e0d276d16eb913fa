import { useSyncExternalStore } from 'react';

/** A value outside React that code and components follow. */
export interface Store<T> {
  get(): T;
  /** Announces `next` unless it is the present value. */
  set(next: T): void;
  /** Calls `listener` after each change; gives the function that stops. */
  subscribe(listener: () => void): () => void;
}

/** Makes a store that begins with `value`. */
export function createStore<T>(value: T): Store<T> {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return;
      current = next;
      // A copy: a listener may stop, or begin another one, while it is called.
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Follows the value of a store in a component; the build draws the page with `atBuild`. */
export const useStore = <T>({ get, subscribe }: Store<T>, atBuild: () => T = get): T =>
  useSyncExternalStore(subscribe, get, atBuild);
