import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import classes from './toast-host.module.css';
import { useIsPhone } from './use-is-phone.ts';

/** Where the toast appears, within a thumb's reach on a phone; loaded after the first paint. */
export function ToastHost() {
  const isPhone = useIsPhone();
  return (
    <Notifications
      className={classes.host ?? ''}
      position={isPhone ? 'bottom-center' : 'top-right'}
      limit={1}
      transitionDuration={150}
      zIndex={1000}
    />
  );
}
