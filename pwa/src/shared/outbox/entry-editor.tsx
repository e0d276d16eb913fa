import { Button, Group, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messages } from '../messages.ts';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { changeOutboxEntry } from './outbox.ts';
import { notKeptWords, tooLateWords } from './words.ts';

/** Changes an entry that has not been sent, or was refused, and sends it. */
export function EntryEditor({ entry, onClose }: { entry: OutboxEntry; onClose: () => void }) {
  const [work, setWork] = useState<OutboxWork>(entry.work);
  /** As typed: an empty field is no quantity, and no other one either. */
  const [pieces, setPieces] = useState<number | string>(
    entry.work.kind === 'order' ? entry.work.order.quantity : '',
  );
  const [unfit, setUnfit] = useState(false);
  const [fault, setFault] = useState('');
  const [saving, setSaving] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const quantity = Number(pieces);
    if (saving) return;
    if (work.kind === 'order' && !(quantity >= 1)) return setUnfit(true);
    setSaving(true);
    const changed: OutboxWork =
      work.kind === 'order' ? { ...work, order: { ...work.order, quantity } } : work;
    try {
      if (await changeOutboxEntry(entry.id, changed)) return onClose();
      setFault(tooLateWords);
    } catch {
      setFault(notKeptWords);
    }
    setSaving(false);
  };
  const count = (typed: number | string) => {
    setPieces(typed);
    setUnfit(false);
  };
  return (
    <Modal opened onClose={onClose} title="Change before sending" centered>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {work.kind === 'order' ? (
            <>
              <NumberInput
                label="Quantity"
                required
                min={1}
                allowDecimal={false}
                value={pieces}
                onChange={count}
                error={unfit && messages.purchase.quantityRequired}
              />
              <DestinationFields work={work} onChange={setWork} />
            </>
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
          {fault !== '' && (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {fault}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              Save and send
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type OrderWork = Extract<OutboxWork, { kind: 'order' }>;

function DestinationFields({ work, onChange }: { work: OrderWork; onChange: (work: OrderWork) => void }) {
  const set = (part: Partial<OrderWork['order']>) => onChange({ ...work, order: { ...work.order, ...part } });
  return (
    <>
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
