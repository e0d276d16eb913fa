import type { Order, RefundReason } from '@karigar/bff/contracts';
import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useReachability } from '../../../shared/api/reachability.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { type DialogOpening, useDialogWork } from '../../../shared/ui/use-dialog-work.ts';
import classes from './decisions.module.css';
import { asksToCancel, moneyLeft } from './order-questions.ts';
import { refundWords } from './refund-words.ts';

/** Why an admin gives money back, and what becomes of the pieces. */
export interface RefundWish {
  reason: RefundReason;
  restock: boolean;
}

interface RefundDialogProps {
  /** The order as it was when the dialog opened: what it asks must not change under the finger. */
  order: Order;
  opened: boolean;
  /** Gives the money back. The dialog says what `failed` is called with, and keeps what was chosen. */
  onRefund: (wish: RefundWish, dialog: DialogOpening) => Promise<void>;
  onClose: () => void;
}

const choices = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(refundWords).map(([value, label]) => ({ value, label })),
];

/** What happens besides the money. */
function Consequences({ order }: { order: Order }) {
  return (
    <Text size="sm">
      {[
        'The refund goes to the customer’s card and usually takes a few days.',
        order.status === 'pending' ? 'The order can’t be shipped after that.' : '',
        'The customer sees it right away. This cannot be undone.',
      ].join(' ')}
    </Text>
  );
}

/** Asks why the money of an order is given back and whether its pieces return to stock, then does it. Keyed by its opening. */
export function RefundDialog({ order, opened, onRefund, onClose }: RefundDialogProps) {
  const isShipped = order.status === 'Shipped';
  const field = useRef<HTMLSelectElement>(null);
  const [reason, setReason] = useState<RefundReason | ''>(asksToCancel(order) ? 'customer' : '');
  const [restock, setRestock] = useState(!isShipped);
  const [reasonFault, setReasonFault] = useState('');
  const { working, fault, run } = useDialogWork(opened, onClose, 'The money was not refunded.');
  const { reachable } = useReachability();
  useBusy('form', opened);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    if (reason !== '') {
      const wish = { reason, restock: restock && order.refund?.restocked !== true };
      return void run((dialog) => onRefund(wish, dialog));
    }
    setReasonFault('Choose a reason for the refund.');
    field.current?.focus();
  };

  return (
    <Dialog opened={opened} onClose={onClose} title={`Refund ${formatMoney(moneyLeft(order))}?`} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text className={classes.words}>
            <strong>{formatMoney(moneyLeft(order))}</strong>{' '}
            <span>{`for ${order.quantity} × ${order.toolsName} will be refunded to `}</span>
            <bdi>{order.email || order.name}</bdi>.
          </Text>
          <NativeSelect
            ref={field}
            size="md"
            label="Reason"
            data={choices}
            value={reason}
            error={reasonFault}
            onChange={(event) => {
              setReason(event.currentTarget.value as RefundReason | '');
              setReasonFault('');
            }}
          />
          {order.refund?.restocked === true ? (
            <Text size="sm">The items are already back in stock.</Text>
          ) : (
            <Switch
              size="md"
              label="Return the items to stock"
              description={
                isShipped ? 'Only if they have been returned and can be sold.' : 'They haven’t been shipped.'
              }
              checked={restock}
              onChange={(event) => setRestock(event.currentTarget.checked)}
            />
          )}
          <Consequences order={order} />
          <p className={classes.fault} role="alert">
            {fault || (reachable ? '' : 'You need to be online to refund an order.')}
          </p>
          <Group justify="flex-end" className={classes.buttons}>
            <Button variant="default" size="md" onClick={onClose}>
              {working ? 'Close' : 'Cancel'}
            </Button>
            <LoadingButton type="submit" color="red" size="md" loading={working}>
              {`Refund ${formatMoney(moneyLeft(order))}`}
            </LoadingButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
