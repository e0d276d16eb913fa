import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import classes from './toast-host.module.css';

/** Where the toast appears, within a thumb's reach on a phone; loaded after the first paint. */
export function ToastHost() {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
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
