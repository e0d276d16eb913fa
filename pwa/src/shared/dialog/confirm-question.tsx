import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadingButton } from '../ui/loading-button.tsx';
import { Dialog } from './dialog.tsx';
import { useDialogWork } from './use-dialog-work.ts';

/**
 * Asks before something that cannot be undone. Closes when `onConfirm` has ended or has called `close`; the person may close it earlier, and the
 * work goes on.
 */
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
  onConfirm: (close: () => boolean) => Promise<unknown> | unknown;
  onClose: () => void;
}) {
  const { working, run } = useDialogWork(opened, onClose);
  const ask = () =>
    run(async ({ close }) => {
      await onConfirm(close);
      close();
    });
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {working ? 'Close' : keep}
        </Button>
        <LoadingButton color={danger ? 'red' : 'bottle'} onClick={() => void ask()} loading={working}>
          {confirm}
        </LoadingButton>
      </Group>
    </Dialog>
  );
}
