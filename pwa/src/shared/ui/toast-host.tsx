import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Where toasts appear; loaded after the first paint. */
export function ToastHost() {
  return <Notifications position="top-right" limit={4} zIndex={1000} />;
}
