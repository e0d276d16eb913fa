import type { CancellationReason, Order } from '@karigar/bff/contracts';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { askToCancel } from '../../shared/api/calls.ts';
import { hasCode } from '../../shared/api/failure.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { rereadMyOrder } from '../../shared/saved/my-orders.ts';
import { putNewer } from '../../shared/saved/order-rows.ts';
import { onPersonDb } from '../../shared/saved/person-db.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { useBusy } from '../../shared/ui/busy.ts';
import { cancellationWords } from '../../shared/ui/cancellation-words.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { formatMoney } from '../../shared/ui/money.tsx';
import { useDialogWork } from '../../shared/ui/use-dialog-work.ts';
import { findOrder } from '../../shared/writes/find-order.ts';
import { settle } from '../../shared/writes/settle.ts';

const choices = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(cancellationWords).map(([value, label]) => ({ value, label })),
];

/** What the shop says when the order has gone on meanwhile: there is nothing left to ask. */
const isTooLate = (error: unknown): boolean =>
  hasCode(error, 'ORDER_SHIPPED', 'ORDER_REFUNDED', 'REFUND_PENDING', 'ORDER_NOT_FOUND', 'ORDER_GONE');

interface CancelOrderDialogProps {
  order: Order;
  opened: boolean;
  /** The shop knows, and so does the device. */
  onAsked: () => void;
  onClose: () => void;
}

/**
 * Asks why an order is to be cancelled and tells the shop, which decides. It needs the network, because the order may leave
 * at any moment: without one it says so before anything else.
 */
export function CancelOrderDialog({ order, opened, onAsked, onClose }: CancelOrderDialogProps) {
  const uid = useSession().user?.uid;
  const { reachable } = useReachability();
  const field = useRef<HTMLSelectElement>(null);
  const [reason, setReason] = useState<CancellationReason | ''>('');
  const [reasonFault, setReasonFault] = useState('');
  const close = () => {
    setReason('');
    setReasonFault('');
    onClose();
  };
  const { working, fault, run } = useDialogWork(opened, close, 'Your request was not sent.');
  useBusy('form', opened);
  if (uid === undefined) return null;

  const ask = (why: CancellationReason) =>
    run((dialog) =>
      settle({
        what: `your request to cancel ${order.quantity} × ${order.toolsName} was sent`,
        send: () => askToCancel(order._id, why),
        async find() {
          const now = await findOrder(order._id);
          return now?.cancellation ? { order: now } : null;
        },
        unknown: dialog.close,
        async done(asked) {
          await onPersonDb(uid, (db) => putNewer(db, asked.order));
          onAsked();
        },
        async failed(error) {
          if (isTooLate(error)) dialog.close();
          dialog.failed(error);
          if (isTooLate(error)) await rereadMyOrder(uid, order._id);
        },
      }),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    if (reason !== '') return void ask(reason);
    setReasonFault('Choose a reason.');
    field.current?.focus();
  };
  const said = fault || (reachable ? '' : 'You need to be online to request a cancellation.');
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Request cancellation of this order?"
      centered
      closeOnClickOutside={reason === ''}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text role="alert" fw={500} c="var(--mantine-color-error)" hidden={said === ''}>
            {said}
          </Text>
          <Text>
            {order.quantity} × {order.toolsName} for {formatMoney(order.price)}. We’ll review your request. If
            we can still cancel the order, we’ll refund your card.
          </Text>
          <NativeSelect
            ref={field}
            size="md"
            label="Why do you want to cancel?"
            data={choices}
            value={reason}
            error={reasonFault}
            onChange={(event) => {
              setReason(event.currentTarget.value as CancellationReason | '');
              setReasonFault('');
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={close}>
              {working ? 'Close' : 'Keep the order'}
            </Button>
            <LoadingButton type="submit" size="md" loading={working}>
              Request cancellation
            </LoadingButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
