import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudUp, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmModal } from '../dialog/confirm-modal.tsx';
import { paths } from '../paths.ts';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { Card, Note } from '../ui/blocks.tsx';
import { LoadingButton } from '../ui/loading-button.tsx';
import { dateTime } from '../ui/time.ts';
import { isOld, isUnsent, mayChange, mustSend } from './entry.ts';
import { changeOutboxEntry, discardOutboxEntry, useOutbox } from './outbox.ts';
import { sendNow } from './sender.ts';
import { entryWords, notSavedWords, tooLateWords, workWords } from './words.ts';

const icons = {
  saved: IconDeviceMobile,
  sending: IconCloudUp,
  accepted: IconCloudUp,
  refused: IconAlertTriangle,
};

/** The page whose form changes what waits. */
function formOf(work: OutboxWork): string {
  if (work.kind === 'order') return paths.purchase(work.order.toolId);
  return work.review.toolId ? paths.addReviewOf(work.review.toolId) : paths.addReview;
}

/** One entry of the outbox. While it is on its way there is nothing to change: it may have arrived. */
export function EntryRow({ entry }: { entry: OutboxEntry }) {
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState('');
  const Icon = icons[entry.status];
  const { line, remedies } = entryWords(entry);
  const unlessFaulty = (act: Promise<OutboxEntry | boolean | null>) =>
    act.then(
      (done) => setFault(done ? '' : tooLateWords.line),
      () => setFault(notSavedWords),
    );
  return (
    <Card as="div" data-outbox-entry={entry.status}>
      <Group justify="space-between" align="flex-start">
        <Box miw={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {workWords(entry.work)}
          </Text>
          <Group
            gap={6}
            wrap="nowrap"
            c={entry.status === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}
          >
            <Icon size={16} aria-hidden />
            <Text size="sm" role="status">
              {line}
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            Made {dateTime(entry.createdAt)}
          </Text>
        </Box>
        {mayChange(entry) && (
          <Group gap="xs">
            {remedies.map(
              (remedy) =>
                remedy.primary &&
                'work' in remedy && (
                  <Button
                    key={remedy.label}
                    size="xs"
                    onClick={() => void unlessFaulty(changeOutboxEntry(entry.id, remedy.work))}
                  >
                    {remedy.label}
                  </Button>
                ),
            )}
            <Button component={Link} to={formOf(entry.work)} size="xs" variant="default">
              Edit
            </Button>
            <Button size="xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </Group>
        )}
      </Group>
      {fault !== '' && !(fault === tooLateWords.line && entry.status === 'refused') && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {fault}
        </Text>
      )}
      <ConfirmModal
        opened={asking}
        title="Discard this?"
        confirm="Discard"
        danger
        onConfirm={() => unlessFaulty(discardOutboxEntry(entry.id))}
        onClose={() => setAsking(false)}
      >
        <Text>{workWords(entry.work)} has not been sent yet and will be lost.</Text>
      </ConfirmModal>
    </Card>
  );
}

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
        <Note tone="ask" role="alert">
          <strong>Waiting for more than a day</strong>
          Go online and open the shop soon. Browsers may delete data of sites you haven’t visited for a while.
        </Note>
      )}
      {unsent.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </Stack>
  );
}
