import { useSyncExternalStore } from 'react';

/** Whether the shop answers. `lastContact` is the time (ms) of the last answer in any tab's lifetime, or null. */
export interface Reachability {
  reachable: boolean;
  lastContact: number | null;
}

const contactKey = 'karigar.lastContact';
const listeners = new Set<() => void>();

const readContact = (): number | null => {
  const kept = Number(globalThis.localStorage?.getItem(contactKey) ?? 0);
  return kept > 0 ? kept : null;
};

let state: Reachability = {
  reachable: globalThis.navigator?.onLine !== false,
  lastContact: readContact(),
};

function change(next: Reachability): void {
  const moved = next.reachable !== state.reachable || minute(next.lastContact) !== minute(state.lastContact);
  state = next;
  if (moved) for (const listener of listeners) listener();
}
const minute = (time: number | null): number => Math.floor((time ?? 0) / 60_000);

/** Called by the one place that talks to the server, after each answer: any word of the shop clears "offline". */
export function noteAnswer(now = Date.now()): void {
  try {
    if (minute(now) !== minute(state.lastContact)) globalThis.localStorage?.setItem(contactKey, String(now));
  } catch {
    // Without room only the next visit's "last contact" is lost; the answer itself must not be.
  }
  change({ reachable: true, lastContact: now });
}

/** Called when no answer came. */
export function noteSilence(): void {
  change({ ...state, reachable: false });
}

globalThis.window?.addEventListener?.('offline', noteSilence);

/** The present state, outside React. */
export const reachability = (): Reachability => state;

/** Follows the state outside React; gives the function that stops. */
export function onReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const atBuild: Reachability = { reachable: true, lastContact: null };

/** The present state, followed. */
export const useReachability = (): Reachability =>
  useSyncExternalStore(onReachability, reachability, () => atBuild);
