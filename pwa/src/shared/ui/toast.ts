import type { NotificationData } from '@mantine/notifications';
import { createStore, useStore } from '../store.ts';

/** How long (ms) good news stays on the screen; bad news stays until it is closed. */
const shownFor = 5000;

const wanted = createStore(false);
const plain = createStore<readonly string[]>([]);

/** Whether a toast has been shown in this visit: only then the library is loaded. */
export const useToastsWanted = (): boolean => useStore(wanted);

/** The texts of toasts whose library could not be loaded; shown without it. */
export const usePlainToasts = (): readonly string[] => useStore(plain);

/** Takes such a text away. */
export const closePlainToast = (text: string): void => plain.set(plain.get().filter((one) => one !== text));

async function show(toast: NotificationData & { message: string }): Promise<void> {
  wanted.set(true);
  try {
    const { notifications } = await import('@mantine/notifications');
    notifications.show({ withBorder: true, ...toast });
  } catch {
    plain.set([...new Set([...plain.get(), toast.message])]);
  }
}

/** Shows good news for five seconds. */
export const notifySuccess = (message: string): Promise<void> =>
  show({ message, color: 'bottle', autoClose: shownFor, role: 'status' });

/** Shows bad news until the person closes it. */
export const notifyFailure = (message: string): Promise<void> =>
  show({ message, color: 'red', autoClose: false, role: 'alert' });

/** Shows what must not be missed until the person closes it. */
export const notifyUntilClosed = (message: string): Promise<void> =>
  show({ message, color: 'marigold', autoClose: false, role: 'status' });

/** Shows something worth knowing for five seconds. */
export const notifyInfo = (message: string): Promise<void> =>
  show({ message, color: 'marigold', autoClose: shownFor, role: 'status' });
