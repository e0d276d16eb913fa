import { useEffect, useSyncExternalStore } from 'react';

/** Why the page must not be reloaded now. */
export type BusyReason = 'form' | 'payment' | 'outbox';

const held = new Map<symbol, BusyReason>();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Holds back updates and reloads until the returned function is called. */
export function holdReload(reason: BusyReason): () => void {
  const ticket = Symbol(reason);
  held.set(ticket, reason);
  tell();
  return () => {
    if (held.delete(ticket)) tell();
  };
}

/** Whether something must not be interrupted now. */
export const isBusy = (): boolean => held.size > 0;

/** Holds back updates and reloads while `active`: a form with typed text, a payment in its middle. */
export function useBusy(reason: BusyReason, active: boolean): void {
  useEffect(() => (active ? holdReload(reason) : undefined), [reason, active]);
}

/** Whether something must not be interrupted, followed. */
export function useIsBusy(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isBusy);
}
