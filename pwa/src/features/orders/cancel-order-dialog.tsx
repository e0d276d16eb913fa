import type { CancellationReason, Order } from '@karigar/bff/contracts';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { askToCancel } from '../../shared/api/calls.ts';
import { failureText, hasCode, NoAnswerError } from '../../shared/api/failure.ts';
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
import { notifyFailure } from '../../shared/ui/toast.ts';

const choices = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(cancellationWords).map(([value, label]) => ({ value, label })),
];

const faultWords = (error: unknown): string =>
  error instanceof NoAnswerError
    ? `${error.message} Try again when it answers: asking twice does no harm.`
    : failureText(error);

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
  const [fault, setFault] = useState('');
  const [working, setWorking] = useState(false);
  useBusy('form', opened);
  if (uid === undefined) return null;

  const close = () => {
    setReason('');
    setReasonFault('');
    setFault('');
    onClose();
  };
  const ask = async (why: CancellationReason) => {
    setWorking(true);
    setFault('');
    try {
      const asked = await askToCancel(order._id, why);
      await onPersonDb(uid, (db) => putNewer(db, asked.order));
      onAsked();
    } catch (error) {
      if (isTooLate(error)) {
        close();
        void notifyFailure(failureText(error));
        await rereadMyOrder(uid, order._id);
      } else setFault(faultWords(error));
    }
    setWorking(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    if (reason !== '') return void ask(reason);
    setReasonFault('Choose a reason.');
    field.current?.focus();
  };
  const said = fault || (reachable ? '' : 'This needs a network. Until there is one nothing is asked.');
  return (
    <Dialog
      opened={opened}
      onClose={working ? () => undefined : close}
      title="Ask to cancel this order?"
      centered
      closeOnClickOutside={reason === ''}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text role="alert" fw={500} c="var(--mantine-color-error)" hidden={said === ''}>
            {said}
          </Text>
          <Text>
            {order.quantity} × {order.toolsName} for {formatMoney(order.price)}. The shop decides: it cancels
            the order and gives your money back to your card, or sends it all the same.
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
            <Button variant="default" size="md" onClick={close} disabled={working}>
              Keep the order
            </Button>
            <LoadingButton type="submit" size="md" loading={working}>
              Ask to cancel
            </LoadingButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
