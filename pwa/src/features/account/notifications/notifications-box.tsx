import { Title } from '@mantine/core';
import { withQueries } from '../../../shared/queries/queries.tsx';
import { useConfig } from '../../../shared/saved/shop-config.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { Card } from '../../../shared/ui/blocks.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import classes from './notifications.module.css';
import { ThisDevice } from './this-device.tsx';
import { useNotifications } from './use-notifications.ts';

/** What a person hears of on their devices: whether this one tells them, what about, and which others do. */
export function NotificationsBox() {
  const { user } = useSession();
  const config = useConfig();
  const publicKey = config?.push?.publicKey;
  if (user === null) return null;
  return (
    <Card className={classes.box} aria-labelledby="notifications">
      <Title order={2} id="notifications" size="h3">
        Notifications
      </Title>
      {config?.mail === true && <p>We email you about your orders.</p>}
      {config?.mail === false && <p>This shop does not send emails.</p>}
      {publicKey === null && <p>This shop does not send notifications to devices.</p>}
      {publicKey && <Choices uid={user.uid} publicKey={publicKey} />}
    </Card>
  );
}

const Choices = withQueries(({ uid, publicKey }: { uid: string; publicKey: string }) => {
  const notifications = useNotifications(uid);
  return (
    <>
      <ThisDevice uid={uid} publicKey={publicKey} onChanged={notifications.reload} />
      <NotificationSettings {...notifications} />
    </>
  );
});
