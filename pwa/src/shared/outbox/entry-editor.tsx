import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DeliveryFields } from '../delivery/delivery-fields.tsx';
import { cleaned, type Destination, destinationRules } from '../delivery/delivery-rules.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { QuantityField, useQuantity } from '../quantity/quantity-field.tsx';
import { useTool } from '../saved/catalogue.ts';
import { useMyOrders } from '../saved/my-orders.ts';
import { orderLimits } from '../saved/order-limits.ts';
import type { OrderWork, OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { useConfig } from '../saved/shop-config.ts';
import { LoadingButton } from '../ui/loading-button.tsx';
import { changeOutboxEntry } from './outbox.ts';
import { notSavedWords, tooLateWords } from './words.ts';

interface EditorProps<Work> {
  id: string;
  work: Work;
  onClose: () => void;
}

/** Changes an entry that has not been sent, or was refused, and sends it. */
export function EntryEditor({ entry, onClose }: { entry: OutboxEntry; onClose: () => void }) {
  const { id, work } = entry;
  return (
    <Dialog opened onClose={onClose} title="Change before sending">
      {work.kind === 'order' ? (
        <OrderEditor id={id} work={work} onClose={onClose} />
      ) : (
        <ReviewEditor id={id} work={work} onClose={onClose} />
      )}
    </Dialog>
  );
}

function OrderEditor({ id, work, onClose }: EditorProps<OrderWork>) {
  const [order, setOrder] = useState(work.order);
  const tool = useTool(order.toolId).data;
  // How many are left of a tool that is not in the catalogue is unknown.
  const unknown = { min: 1, most: work.order.quantity, unitPrice: order.unitPrice };
  const rules = useConfig()?.unpaidOrders;
  const orders = useMyOrders().data?.orders;
  const limits = tool ? orderLimits(tool, rules, orders) : unknown;
  const quantity = useQuantity(limits, String(work.order.quantity));
  const { view } = quantity;
  const pieces = view.orderable ? view.quantity : null;
  const { address, city, zip, phone } = order;
  const destination: Destination = { address, city, zip, phone };
  const faultOf = (field: keyof Destination) => destinationRules[field](destination[field]);
  const isFaulty = (['address', 'city', 'zip', 'phone'] as const).some((field) => faultOf(field) !== null);
  return (
    <EditorForm
      id={id}
      work={
        pieces === null || isFaulty
          ? null
          : { ...work, order: { ...order, ...cleaned(destination), quantity: pieces } }
      }
      onClose={onClose}
    >
      <QuantityField quantity={quantity} />
      <DeliveryFields
        propsOf={(field) => ({
          value: destination[field],
          error: faultOf(field),
          onChange: ({ currentTarget }) => setOrder({ ...order, [field]: currentTarget.value }),
        })}
      />
    </EditorForm>
  );
}

function ReviewEditor({ id, work, onClose }: EditorProps<Extract<OutboxWork, { kind: 'review' }>>) {
  const [reviews, setReviews] = useState(work.review.reviews);
  return (
    <EditorForm id={id} work={{ ...work, review: { ...work.review, reviews } }} onClose={onClose}>
      <Textarea
        label="Review"
        required
        value={reviews}
        onChange={({ currentTarget }) => setReviews(currentTarget.value)}
      />
    </EditorForm>
  );
}

/** Saves the changed work; null: what is typed cannot be sent. */
function EditorForm({
  id,
  work,
  onClose,
  children,
}: EditorProps<OutboxWork | null> & { children: ReactNode }) {
  const [fault, setFault] = useState('');
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving || work === null) return;
    setSaving(true);
    try {
      if ((await changeOutboxEntry(id, work)) !== null) return onClose();
      setFault(tooLateWords.line);
    } catch {
      setFault(notSavedWords);
    }
    setSaving(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {children}
        {fault !== '' && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {fault}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <LoadingButton type="submit" loading={saving} disabled={work === null}>
            Save and send
          </LoadingButton>
        </Group>
      </Stack>
    </form>
  );
}
