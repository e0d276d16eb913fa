import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useStore } from '../../shared/store.ts';
import { useIsBusy } from '../../shared/ui/busy.ts';
import { Notice } from '../notice/notices.tsx';
import { applyUpdate, update as updateStore } from './service-worker.ts';

/** Offers the new version with what is new in it; waits while a form, a payment or the outbox is busy. */
export function UpdateNotice() {
  const update = useStore(updateStore);
  const busy = useIsBusy();
  if (update.status === 'none') return null;
  const notes = update.status === 'applying' ? [] : update.notes;
  const what = update.status === 'required' ? 'Update the shop to keep ordering.' : 'A new version is ready.';
  return (
    <Notice
      name="update"
      icon={<IconSparkles size={18} aria-hidden />}
      text={what + (busy ? ' You can update once you finish here.' : '')}
      more={busy || notes.length === 0 ? undefined : `New: ${notes.join(' ')}`}
    >
      {!busy && (
        <Button
          size="compact-sm"
          variant="white"
          color="dark"
          loading={update.status === 'applying'}
          onClick={() => void applyUpdate()}
        >
          Update now
        </Button>
      )}
    </Notice>
  );
}
