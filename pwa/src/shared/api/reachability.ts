import { createStore, useStore } from '../store.ts';
import { deviceStorage } from '../web-storage.ts';

/** Whether the shop answers. `lastContact` is the time (ms) of the last answer in any tab's lifetime, or null. */
export interface Reachability {
  reachable: boolean;
  lastContact: number | null;
}

const contactKey = 'karigar.lastContact';

const readContact = (): number | null => {
  const stored = Number(deviceStorage.read(contactKey));
  return stored > 0 ? stored : null;
};

const state = createStore<Reachability>({
  reachable: globalThis.navigator?.onLine !== false,
  lastContact: readContact(),
});
let lastAnswer = state.get().lastContact;
const minute = (time: number | null): number => Math.floor((time ?? 0) / 60_000);

let cuts = 0;

/** How often the browser has lost its network since the page was opened. */
export const networkCuts = (): number => cuts;

/**
 * Called by the one place that talks to the server, after each answer. `cutsBefore` is `networkCuts()` when the request was
 * made: an answer that was on its way when the network went does not say that the shop can be reached now. Pages hear of
 * an answer once a minute, or when the shop is back.
 */
export function noteAnswer(cutsBefore = cuts): void {
  const now = Date.now();
  lastAnswer = now;
  if (cutsBefore !== cuts) return;
  const { reachable, lastContact } = state.get();
  if (reachable && minute(now) === minute(lastContact)) return;
  deviceStorage.write(contactKey, String(now));
  state.set({ reachable: true, lastContact: now });
}

/** Called when no answer came. */
export function noteSilence(): void {
  if (state.get().reachable) state.set({ reachable: false, lastContact: lastAnswer });
}

globalThis.window?.addEventListener?.('offline', () => {
  cuts += 1;
  noteSilence();
});

/** The present state, outside React. */
export const reachability = state.get;

/** Follows the state outside React; gives the function that stops. */
export const onReachability = state.subscribe;

const atBuild: Reachability = { reachable: true, lastContact: null };

/** The present state, followed. */
export const useReachability = (): Reachability => useStore(state, () => atBuild);
