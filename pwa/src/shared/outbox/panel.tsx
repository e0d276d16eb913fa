import { Alert, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LoadingButton } from '../ui/loading-button.tsx';
import { isOld, isUnsent, mustSend } from './entry.ts';
import { EntryRow } from './entry-row.tsx';
import { useOutbox } from './outbox.ts';
import { sendNow } from './sender.ts';

/** The person's orders and reviews that the shop has not confirmed, with what can be done about each. */
export function OutboxPanel() {
  const { entries } = useOutbox();
  const [sending, setSending] = useState(false);
  const unsent = entries?.filter(isUnsent) ?? [];
  if (unsent.length === 0) return null;
  const old = unsent.some((entry) => isOld(entry, Date.now()));
  const send = async () => {
    setSending(true);
    await sendNow().finally(() => setSending(false));
  };
  return (
    <Stack component="section" aria-label="Not sent yet" gap="sm" mb="lg" data-outbox>
      <Group justify="space-between">
        <Text component="h2" fw={700} size="lg">
          Not sent yet
        </Text>
        {unsent.some(mustSend) && (
          <LoadingButton size="xs" variant="default" onClick={() => void send()} loading={sending}>
            Send now
          </LoadingButton>
        )}
      </Group>
      {old && (
        <Alert color="marigold" title="Waiting for more than a day">
          Go online and open the shop soon. Browsers may delete data of sites you haven’t visited for a while.
        </Alert>
      )}
      {unsent.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </Stack>
  );
}
