import { Button, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useIsBusy } from '../../shared/busy.ts';
import { applyUpdate } from '../update/service-worker.ts';
import { useUpdateState } from '../update/update-store.ts';
import { Notice } from './notice.tsx';

/** Offers the new version with what is new in it; waits while a form, a payment or the outbox is busy. */
export function UpdateNotice() {
  const update = useUpdateState();
  const busy = useIsBusy();
  if (update.status === 'none') return null;
  const notes = update.status === 'applying' ? [] : update.notes;
  return (
    <Notice name="update">
      <IconSparkles size={18} aria-hidden />
      <Text size="sm">
        {update.status === 'required'
          ? 'This version of the shop is too old to order with. '
          : 'A new version of the shop is ready. '}
        {busy ? 'It waits until you have finished here.' : notes.length > 0 && `New: ${notes.join(' ')}`}
      </Text>
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
