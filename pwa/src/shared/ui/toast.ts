import type { ReactNode } from 'react';
import { createStore, useStore } from '../store.ts';

/** How long (ms) good news stays on the screen. */
const shownFor = 5000;

/** One toast: its words, how loud it is, and how long (ms) it stays; `false` until the person closes it. */
interface Toast {
  message: string;
  color: 'bottle' | 'marigold' | 'red';
  role: 'status' | 'alert';
  autoClose: number | false;
}

const wanted = createStore(false);
const plain = createStore<readonly string[]>([]);

/** Whether a toast has been shown in this visit: only then the library is loaded. */
export const useToastsWanted = (): boolean => useStore(wanted);

/** The texts of toasts whose library could not be loaded; shown without it. */
export const usePlainToasts = (): readonly string[] => useStore(plain);

/** Takes such a text away. */
export const closePlainToast = (text: string): void => plain.set(plain.get().filter((one) => one !== text));

/** The bad news on the screen. */
const failures = new Set<string>();
let count = 0;
/** The toast that goes by itself and is not gone yet. */
let passing: string | null = null;

/**
 * Shows one toast at a time (the host's limit), the newest first. One that goes by itself ends where newer words come; one that stays until it is
 * closed makes room and comes back after them. The same words never stand twice. `drawn` gives what stands in the place of the plain words.
 */
async function show(toast: Toast, drawn?: (close: () => void) => Promise<ReactNode>): Promise<void> {
  wanted.set(true);
  try {
    const { notifications } = await import('@mantine/notifications');
    const id = toast.message;
    const message = (await drawn?.(() => notifications.hide(id))) ?? toast.message;
    for (const old of [passing, id]) if (old !== null) notifications.hide(old);
    passing = toast.autoClose === false ? null : id;
    count += 1;
    const closeButtonProps = { 'aria-label': 'Close' };
    notifications.show({ id, priority: count, withBorder: true, closeButtonProps, ...toast, message });
  } catch {
    plain.set([...new Set([...plain.get(), toast.message])]);
  }
}

/** Takes a toast away by its words. */
export async function endToast(message: string): Promise<void> {
  closePlainToast(message);
  // Without the library nothing but the plain toast was shown.
  const library = await import('@mantine/notifications').catch(() => null);
  library?.notifications.hide(message);
}

/** Takes bad news away: the person has gone on to another page, or what failed has been done since. */
export async function endFailures(): Promise<void> {
  const ended = [...failures];
  failures.clear();
  for (const message of ended) await endToast(message);
}

/** Shows good news for five seconds, and ends bad news. */
export async function notifySuccess(message: string): Promise<void> {
  await endFailures();
  await show({ message, color: 'bottle', autoClose: shownFor, role: 'status' });
}

/** Shows bad news until the person closes it, goes to another page, or succeeds. */
export function notifyFailure(message: string): Promise<void> {
  failures.add(message);
  return show({ message, color: 'red', autoClose: false, role: 'alert' });
}

/** Shows what must not be missed until the person closes it. */
export const notifyUntilClosed = (message: string): Promise<void> =>
  show({ message, color: 'marigold', autoClose: false, role: 'status' });

/** Shows something worth knowing for five seconds. */
export const notifyInfo = (message: string): Promise<void> =>
  show({ message, color: 'marigold', autoClose: shownFor, role: 'status' });

/** Says until the person closes it what can be done next, with the way there: `to` is an address of the shop. */
export const offerWay = (message: string, { label, to }: { label: string; to: string }): Promise<void> =>
  show({ message, color: 'bottle', autoClose: false, role: 'status' }, async () => {
    const { ActionMessage } = await import('./action-message.tsx');
    return ActionMessage({ message, label, action: to });
  });

/** Offers for `time` (ms) to take back what was asked. Newer words may take its place: the same offer stands elsewhere on the screen. */
export const offerUndo = (message: string, onUndo: () => void, time: number): Promise<void> =>
  show({ message, color: 'marigold', autoClose: time, role: 'status' }, async (close) => {
    const { ActionMessage } = await import('./action-message.tsx');
    const action = () => {
      close();
      onUndo();
    };
    return ActionMessage({ message, label: 'Undo', action });
  });
