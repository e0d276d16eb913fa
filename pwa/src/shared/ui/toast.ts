import type { NotificationData } from '@mantine/notifications';
import { createStore, useStore } from '../store.ts';

/** How long (ms) good news stays on the screen; bad news stays until it is closed. */
const shownFor = 5000;

const wanted = createStore(false);

/** Whether a toast has been shown in this visit: only then the library is loaded. */
export const useToastsWanted = (): boolean => useStore(wanted);

async function show(toast: NotificationData): Promise<void> {
  wanted.set(true);
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ withBorder: true, ...toast });
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
