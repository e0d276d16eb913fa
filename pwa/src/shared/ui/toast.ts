import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';

/** How long (ms) good news stays on the screen; bad news stays until it is closed. */
const shownFor = 5000;

/** `wanted`: whether a toast has been shown in this visit. `plain`: texts whose toast could not be drawn. */
let state = { wanted: false, plain: [] as readonly string[] };
const listeners = new Set<() => void>();

function change(next: Partial<typeof state>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a toast has been shown in this visit: only then the library is loaded. */
export const useToastsWanted = (): boolean => useSyncExternalStore(subscribe, () => state.wanted);

/** The texts of toasts whose library could not be loaded; shown without it. */
export const usePlainToasts = (): readonly string[] => useSyncExternalStore(subscribe, () => state.plain);

/** Takes such a text away. */
export const closePlainToast = (text: string): void =>
  change({ plain: state.plain.filter((one) => one !== text) });

async function show(toast: NotificationData & { message: string }): Promise<void> {
  change({ wanted: true });
  try {
    const { notifications } = await import('@mantine/notifications');
    notifications.show({ withBorder: true, ...toast });
  } catch {
    change({ plain: [...new Set([...state.plain, toast.message])] });
  }
}

/** Shows good news for five seconds. */
export const notifySuccess = (message: string): Promise<void> =>
  show({ message, color: 'bottle', autoClose: shownFor, role: 'status' });

/** Shows bad news until the person closes it. */
export const notifyFailure = (message: string): Promise<void> =>
  show({ message, color: 'red', autoClose: false, role: 'alert' });

/** Shows something worth knowing for five seconds. */
export const notifyInfo = (message: string): Promise<void> =>
  show({ message, color: 'marigold', autoClose: shownFor, role: 'status' });
