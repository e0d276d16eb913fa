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

/** One line of news at the bottom of the screen, with its buttons as children; `more` opens with a tap. */
export function Notice({
  children,
  icon,
  name,
  text,
  more,
}: {
  children?: ReactNode;
  icon?: ReactNode;
  name: string;
  text: string;
  more?: string | undefined;
}) {
  return (
    <div className={classes.notice} role="status" data-notice={name}>
      <Container size="xl" className={classes.inner}>
        {icon}
        {more === undefined ? (
          <p className={classes.words}>{text}</p>
        ) : (
          <details className={classes.words}>
            <summary>{text}</summary>
            <p>{more}</p>
          </details>
        )}
        {children}
      </Container>
    </div>
  );
}

const texts: Record<StorageTrouble, [text: string, more?: string]> = {
  'close-other-tabs': ['Close your other tabs of this shop so that we can update it.'],
  'newer-version': ['Reload this page to continue.', 'A newer version of the shop is open in another tab.'],
  'nothing-kept': [
    'Nothing is kept on this device after this visit.',
    'This browser does not let the shop store anything. You can shop as usual, but nothing is kept on this device after this visit.',
  ],
};

/** Says what is the matter with the device's own storage. */
export function StorageNotice() {
  const trouble = useStore(storageTrouble);
  if (trouble === null) return null;
  const [text, more] = texts[trouble];
  return (
    <Notice name="storage" text={text} more={more}>
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
  const since = lastContact === null ? '' : ` Last synced ${ago(lastContact)}.`;
  return (
    <Notice
      name="offline"
      icon={<IconCloudOff size={18} aria-hidden />}
      text={`We can’t reach the shop.${since}`}
      more="You’re seeing what is saved on this device. Orders you place now are saved and sent later."
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
