import { useEffect } from 'react';
import { createStore, useStore } from '../store.ts';

/** One ticket for each hold. */
const held = createStore<readonly symbol[]>([]);

/** Holds back updates and reloads until the returned function is called. */
export function holdReload(): () => void {
  const ticket = Symbol('hold');
  held.set([...held.get(), ticket]);
  return () => held.set(held.get().filter((other) => other !== ticket));
}

/** Whether something must not be interrupted now. */
export const isBusy = (): boolean => held.get().length > 0;

/** Holds back updates and reloads while `active`: a form with typed text, a payment in its middle. */
export function useBusy(active: boolean): void {
  useEffect(() => (active ? holdReload() : undefined), [active]);
}

/** Whether something must not be interrupted, followed. */
export const useIsBusy = (): boolean => useStore(held).length > 0;
