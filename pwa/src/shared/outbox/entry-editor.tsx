import { Button, Group, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { changeOutboxEntry } from '../db/outbox.ts';
import { tooLateWords } from './entry-words.ts';
import type { OutboxEntry, OutboxWork } from './outbox-entry.ts';

/** Changes an entry that has not been sent, or was refused, and sends it. */
export function EntryEditor({ entry, onClose }: { entry: OutboxEntry; onClose: () => void }) {
  const [work, setWork] = useState<OutboxWork>(entry.work);
  const [late, setLate] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await changeOutboxEntry(entry.id, work)) onClose();
    else setLate(true);
  };
  return (
    <Modal opened onClose={onClose} title="Change before sending" centered>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {work.kind === 'order' ? (
            <OrderFields work={work} onChange={setWork} />
          ) : (
            <Textarea
              label="Review"
              required
              value={work.review.reviews}
              onChange={({ currentTarget }) =>
                setWork({ ...work, review: { ...work.review, reviews: currentTarget.value } })
              }
            />
          )}
          {late && (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {tooLateWords}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save and send</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type OrderWork = Extract<OutboxWork, { kind: 'order' }>;

function OrderFields({ work, onChange }: { work: OrderWork; onChange: (work: OrderWork) => void }) {
  const set = (part: Partial<OrderWork['order']>) => onChange({ ...work, order: { ...work.order, ...part } });
  return (
    <>
      <NumberInput
        label="Quantity"
        required
        min={1}
        allowDecimal={false}
        value={work.order.quantity}
        onChange={(value) => set({ quantity: Number(value) || 1 })}
      />
      {(['address', 'city', 'zip'] as const).map((field) => (
        <TextInput
          key={field}
          label={{ address: 'Address', city: 'City', zip: 'Zip Code' }[field]}
          required
          value={work.order[field]}
          onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
        />
      ))}
    </>
  );
}
