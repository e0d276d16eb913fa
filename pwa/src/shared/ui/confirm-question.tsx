import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { LoadingButton } from './loading-button.tsx';

/** Asks before something that cannot be undone. While `onConfirm` works both buttons wait; then the modal closes. */
export function ConfirmQuestion({
  opened,
  title,
  children,
  confirm,
  keep = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
}: {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** What the button says that goes on. */
  confirm: string;
  /** What the button says that changes nothing. */
  keep?: string;
  danger?: boolean;
  onConfirm: () => Promise<unknown> | unknown;
  onClose: () => void;
}) {
  const [working, setWorking] = useState(false);
  const run = async () => {
    setWorking(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setWorking(false);
    }
  };
  return (
    <Dialog opened={opened} onClose={working ? () => undefined : onClose} title={title} centered>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={working}>
          {keep}
        </Button>
        <LoadingButton color={danger ? 'red' : 'bottle'} onClick={() => void run()} loading={working}>
          {confirm}
        </LoadingButton>
      </Group>
    </Dialog>
  );
}
