import { createStore, useStore } from '../store.ts';

/** How long (ms) good news stays on the screen. */
const shownFor = 5000;

/** One toast. `time` in ms, null: until the person closes it. `action` does something, or leads to an address of the shop. */
export interface Toast {
  message: string;
  tone: 'good' | 'info' | 'bad';
  time: number | null;
  action?: { label: string; act: (() => void) | string };
}

/** All that has to be said, the newest last. */
const toasts = createStore<readonly Toast[]>([]);

/** The toast to show: one at a time, the newest first. */
export const useToast = (): Toast | undefined => useStore(toasts).at(-1);

const keep = (isKept: (toast: Toast) => boolean) => toasts.set(toasts.get().filter(isKept));

/**
 * Shows a toast. One that goes by itself ends where newer words come; one that stays until it is closed makes room and comes back after
 * them. The same words never stand twice.
 */
function show(toast: Toast): void {
  const staying = toasts.get().filter(({ time, message }) => time === null && message !== toast.message);
  toasts.set([...staying, toast]);
}

/** Takes a toast away by its words. */
export const endToast = (message: string): void => keep((toast) => toast.message !== message);

/** Takes bad news away: the person has gone on to another page, or what failed has been done since. */
export const endFailures = (): void => keep(({ tone }) => tone !== 'bad');

/** Takes the offers of a way away: the person is there (`to`), or there is nothing left to do. */
export const endOffers = (to: string): void => keep(({ action }) => action?.act !== to);

/** Takes all toasts away. */
export const endToasts = (): void => keep(() => false);

/** Shows good news for five seconds, and ends bad news. */
export function notifySuccess(message: string): void {
  endFailures();
  show({ message, tone: 'good', time: shownFor });
}

/** Shows bad news until the person closes it, goes to another page, or succeeds. */
export const notifyFailure = (message: string): void => show({ message, tone: 'bad', time: null });

/** Shows what must not be missed until the person closes it. */
export const notifyUntilClosed = (message: string): void => show({ message, tone: 'info', time: null });

/** Shows something worth knowing for five seconds. */
export const notifyInfo = (message: string): void => show({ message, tone: 'info', time: shownFor });

/** Says until the person closes it what can be done next, with the way there: `to` is an address of the shop. */
export const offerWay = (message: string, { label, to }: { label: string; to: string }): void =>
  show({ message, tone: 'good', time: null, action: { label, act: to } });

/** Offers for `time` (ms) to take back what was asked. Newer words may take its place: the same offer is elsewhere on the screen. */
export const offerUndo = (message: string, onUndo: () => void, time: number): void =>
  show({ message, tone: 'info', time, action: { label: 'Undo', act: onUndo } });
