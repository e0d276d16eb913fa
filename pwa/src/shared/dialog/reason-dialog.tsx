import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useReachability } from '../api/reachability.ts';
import { Fault } from '../ui/blocks.tsx';
import { useBusy } from '../ui/busy.ts';
import { LoadingButton } from '../ui/loading-button.tsx';
import { Dialog } from './dialog.tsx';
import { ReasonSelect } from './reason-select.tsx';
import { type DialogOpening, useDialogWork } from './use-dialog-work.ts';

interface ReasonDialogProps<Reason extends string> {
  opened: boolean;
  onClose: () => void;
  title: string;
  label: string;
  /** The reasons, and the one that is chosen as the dialog opens. */
  words: Readonly<Record<Reason, string>>;
  first?: Reason | '';
  /** What is said when none is chosen, while the shop cannot be reached, and before the words of a failure. */
  missing?: string;
  offline: string;
  notDone: string;
  keep?: string;
  confirm: string;
  danger?: boolean;
  onConfirm: (reason: Reason, dialog: DialogOpening) => Promise<unknown>;
  children: ReactNode;
  /** What is asked below the reason. */
  more?: ReactNode;
}

/** Asks for a reason and then does something that needs the shop; says at once when that cannot be reached. A failure keeps what was chosen. */
export function ReasonDialog<Reason extends string>({
  opened,
  onClose,
  title,
  label,
  words,
  first = '',
  missing = 'Choose a reason.',
  offline,
  notDone,
  keep = 'Cancel',
  confirm,
  danger = false,
  onConfirm,
  children,
  more,
}: ReasonDialogProps<Reason>) {
  const field = useRef<HTMLSelectElement>(null);
  const [reason, setReason] = useState(first);
  const [isMissing, setMissing] = useState(false);
  const choose = (next: Reason | '') => {
    setReason(next);
    setMissing(false);
  };
  const close = () => {
    choose(first);
    onClose();
  };
  const { working, fault, run } = useDialogWork(opened, close, notDone);
  const { reachable } = useReachability();
  useBusy(opened);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    if (reason !== '') return void run((dialog) => onConfirm(reason, dialog));
    setMissing(true);
    field.current?.focus();
  };
  const said = fault || (reachable ? '' : offline);
  return (
    <Dialog opened={opened} onClose={close} title={title} closeOnClickOutside={reason === first}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          <ReasonSelect
            ref={field}
            size="md"
            label={label}
            words={words}
            value={reason}
            error={isMissing && missing}
            onChange={(event) => choose(event.currentTarget.value as Reason | '')}
          />
          {more}
          {/* Has its place before there is something to say, so that no button moves. */}
          <Fault style={said === '' ? { visibility: 'hidden' } : {}}>{said}</Fault>
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={close}>
              {working ? 'Close' : keep}
            </Button>
            <LoadingButton type="submit" size="md" loading={working} {...(danger && { color: 'red' })}>
              {confirm}
            </LoadingButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
