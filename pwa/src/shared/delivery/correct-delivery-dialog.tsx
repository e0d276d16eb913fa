import type { Order } from '@karigar/bff/contracts';
import { oneLine } from '@karigar/bff/written-text';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { correctDelivery, getOrder } from '../api/calls.ts';
import { hasCode } from '../api/failure.ts';
import { useReachability } from '../api/reachability.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { useDialogWork } from '../dialog/use-dialog-work.ts';
import { focusFirstFault } from '../fields/focus-first-fault.ts';
import { Note } from '../ui/blocks.tsx';
import { useBusy } from '../ui/busy.ts';
import { LoadingButton } from '../ui/loading-button.tsx';
import { findOrder } from '../writes/find-order.ts';
import { settle } from '../writes/settle.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { cleaned, type Delivery, deliveryLabels, deliveryRules } from './delivery-rules.ts';
import { DeliveryText } from './delivery-text.tsx';

interface CorrectDeliveryFormProps {
  order: Order;
  onTyped: () => void;
  onCorrected: (order: Order) => void;
  onOutdated: () => void;
  onCancel: () => void;
}

const deliveryOf = ({ name, address, city, zip, phone }: Order): Delivery => ({
  name,
  address,
  city,
  zip,
  phone,
});

/** What the shop says of an order that has gone on meanwhile. */
const isOutdated = (error: unknown): boolean =>
  hasCode(error, 'ORDER_SHIPPED', 'ORDER_REFUNDED', 'ORDER_NOT_FOUND', 'ORDER_GONE', 'VERSION_CONFLICT');

/** Asks for the delivery as it should be and tells the shop. Whatever the shop says, what is typed stays. */
function CorrectDeliveryForm({
  order,
  onTyped,
  onCorrected,
  onOutdated,
  onCancel,
}: CorrectDeliveryFormProps) {
  const { reachable } = useReachability();
  /** The order as the person has seen it: what is sent builds on it. */
  const [seen, setSeen] = useState(order);
  const [isConflict, setIsConflict] = useState(false);
  const { working, fault, run } = useDialogWork(true, onCancel, 'The delivery was not changed.');
  const form = useForm<Delivery>({
    initialValues: deliveryOf(order),
    validate: deliveryRules,
    validateInputOnBlur: true,
    onValuesChange: onTyped,
  });
  useBusy(true);

  const showConflict = async () => {
    setSeen(await getOrder(order._id));
    setIsConflict(true);
  };
  const send = async (typed: Delivery) => {
    if (working) return;
    const wanted = { ...cleaned(typed), name: oneLine(typed.name) };
    await run(async (dialog) => {
      try {
        const { order: corrected } = await settle({
          what: `the delivery of ${order.quantity} × ${order.toolsName} was changed`,
          send: () => correctDelivery(order._id, { ...wanted, corrections: seen.corrections }),
          async find() {
            const now = await findOrder(order._id);
            const fields = Object.keys(wanted) as (keyof Delivery)[];
            return now !== null && fields.every((field) => now[field] === wanted[field])
              ? { order: now }
              : null;
          },
        });
        onCorrected(corrected);
        dialog.close();
      } catch (error) {
        if (isOutdated(error)) onOutdated();
        if (hasCode(error, 'VERSION_CONFLICT')) await showConflict().catch(dialog.failed);
        else dialog.failed(error);
      }
    });
  };
  const said = fault || (reachable ? '' : 'You need to be online to change the delivery address.');
  return (
    <form onSubmit={form.onSubmit(send, focusFirstFault(form))} noValidate>
      <Stack gap="md">
        <Text role="alert" fw={500} c="var(--mantine-color-error)" hidden={said === ''}>
          {said}
        </Text>
        {isConflict && (
          <Note tone="ask" role="alert">
            <strong>Someone else just changed this address</strong>
            The order will now be delivered to:
            <DeliveryText delivery={seen} />
            Your changes are still below. Save to use them, or cancel to keep the address above.
          </Note>
        )}
        <TextInput
          label={deliveryLabels.name}
          size="md"
          required
          autoComplete="name"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DeliveryFields propsOf={form.getInputProps} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onCancel}>
            {working ? 'Close' : 'Cancel'}
          </Button>
          <LoadingButton type="submit" size="md" loading={working}>
            Save
          </LoadingButton>
        </Group>
      </Stack>
    </form>
  );
}

export interface CorrectDeliveryDialogProps {
  /** An order that has not been shipped, as its reader sees it. */
  order: Order;
  opened: boolean;
  /** The shop has taken the correction, or found that nothing was to change: the order as it is now. */
  onCorrected: (order: Order) => void;
  /** The order has changed at the shop since it was read, so that what the page shows of it is out of date. */
  onOutdated: () => void;
  onClose: () => void;
}

/**
 * Corrects who receives an unshipped order and where. News of the order leaves what is typed alone; after closing the focus is back
 * where it was.
 */
export function CorrectDeliveryDialog({
  order,
  opened,
  onCorrected,
  onOutdated,
  onClose,
}: CorrectDeliveryDialogProps) {
  const [typed, setTyped] = useState(false);
  const close = () => {
    setTyped(false);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Change delivery address" closeOnClickOutside={!typed}>
      <CorrectDeliveryForm
        order={order}
        onTyped={() => setTyped(true)}
        onCorrected={onCorrected}
        onOutdated={onOutdated}
        onCancel={close}
      />
    </Dialog>
  );
}
