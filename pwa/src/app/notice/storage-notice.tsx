import { Button } from '@mantine/core';
import { useStore } from '../../shared/store.ts';
import { type StorageTrouble, storageTrouble } from '../../shared/web-storage.ts';
import { Notice } from './notice.tsx';

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
