import { Button, Container } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useReachability } from '../../shared/api/reachability.ts';
import { revalidateConfig } from '../../shared/saved/shop-config.ts';
import { useStore } from '../../shared/store.ts';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { ago } from '../../shared/ui/time.ts';
import { type StorageTrouble, storageTrouble } from '../../shared/web-storage.ts';
import classes from './notices.module.css';

/** One line of news across the page, with its buttons as children. */
export function Notice({
  children,
  icon,
  name,
  text,
}: {
  children?: ReactNode;
  icon?: ReactNode;
  name: string;
  text: string;
}) {
  return (
    <div className={classes.notice} role="status" data-notice={name}>
      <Container size="xl" className={classes.inner}>
        <p className={classes.words}>
          {icon}
          <span>{text}</span>
        </p>
        {children}
      </Container>
    </div>
  );
}

const texts: Record<StorageTrouble, string> = {
  'close-other-tabs': 'Close your other tabs of this shop so that we can update it.',
  'newer-version': 'A newer version of the shop is open in another tab. Reload this page to continue.',
  'nothing-kept':
    'This browser does not let the shop store anything. You can shop as usual, but nothing is kept on this device after this visit.',
};

/** Says what is the matter with the device's own storage. */
export function StorageNotice() {
  const trouble = useStore(storageTrouble);
  if (trouble === null) return null;
  return (
    <Notice name="storage" text={texts[trouble]}>
      {trouble !== 'close-other-tabs' && (
        <Button size="compact-sm" variant="white" color="dark" onClick={() => location.reload()}>
          Reload
        </Button>
      )}
    </Notice>
  );
}

/** Says that the shop cannot be reached and how old the saved data is; any answer of the shop takes it away. */
export function OfflineNotice() {
  const { reachable, lastContact } = useReachability();
  const [asking, setAsking] = useState(false);
  if (reachable) return null;
  const ask = async () => {
    setAsking(true);
    await revalidateConfig();
    setAsking(false);
  };
  const since = lastContact === null ? '' : `, last synced ${ago(lastContact)}`;
  return (
    <Notice
      name="offline"
      icon={<IconCloudOff size={18} aria-hidden />}
      text={`We can’t reach the shop. You’re seeing what is saved on this device${since}. Orders you place now are saved and sent later.`}
    >
      <LoadingButton
        size="compact-sm"
        variant="white"
        color="dark"
        onClick={() => void ask()}
        loading={asking}
      >
        Try now
      </LoadingButton>
    </Notice>
  );
}
