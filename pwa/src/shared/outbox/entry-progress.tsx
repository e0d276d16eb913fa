import { Button, Group, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDeviceMobile, IconSend } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../messages.ts';
import { paths } from '../paths.ts';
import type { OutboxEntry, OutboxWork } from '../saved/outbox-entry.ts';
import { Note } from '../ui/blocks.tsx';
import { mayChange, mustSend } from './entry.ts';
import { sendNow } from './sender.ts';
import type { useSubmission } from './use-submission.ts';
import { changedWords, entryWords, tooLateWords } from './words.ts';

/** Gives the page of an accepted order; one that the shop did not name is in the list. */
export const placedOrderPath = ({ orderId }: { orderId: string | null }): string =>
  orderId === null ? paths.myOrders : paths.order(orderId);

const icons = { saved: IconDeviceMobile, sending: IconSend, accepted: IconCheck, refused: IconAlertTriangle };

interface EntryProgressProps {
  entry: OutboxEntry;
  submission: Pick<
    ReturnType<typeof useSubmission>,
    'placed' | 'tooLate' | 'working' | 'changed' | 'discard'
  >;
  /** Takes what the person chooses after a refusal. */
  onChoose: (work: OutboxWork) => void;
}

/**
 * Tells in a form how the order or review stands that it has placed, and what the person can do; what asks for an answer is read out at once.
 * Says first, where another tab was faster with what the person has just changed, that it was. Nothing while the shop may answer any moment.
 */
export function EntryProgress({ entry, submission, onChoose }: EntryProgressProps) {
  const { status, work } = entry;
  const { placed, tooLate, working, changed, discard } = submission;
  const { title, text, remedies } = entryWords(entry);
  const panel = useRef<HTMLDivElement>(null);
  // On a phone it is below the fields, and the button that was pressed stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another thing that the person is told.
  useEffect(() => {
    if (placed) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [placed, working, title]);
  const Icon = icons[status];
  const asks = status === 'refused';
  return (
    <>
      {tooLate && (
        <Note tone="ask" role="alert">
          <strong>{tooLateWords.title}</strong>
          <p>{tooLateWords.text(work.kind)}</p>
        </Note>
      )}
      {!working && (
        <Note tone={asks ? 'ask' : 'calm'} role={asks ? 'alert' : 'status'}>
          <Group ref={panel} align="start" wrap="nowrap">
            <Icon aria-hidden />
            <div>
              <Title order={2} size="h5">
                {title}
              </Title>
              <p>{text}</p>
              {changed && <p>{changedWords(work.kind)}</p>}
              <Group gap="xs" mt="sm">
                {entry.status === 'accepted' && work.kind === 'order' && (
                  <Button component={Link} to={placedOrderPath(entry)} variant="default">
                    See the order
                  </Button>
                )}
                {(status === 'saved' || (status === 'sending' && entry.delay !== null)) && (
                  <Button variant="default" onClick={() => void sendNow()}>
                    Send now
                  </Button>
                )}
                {mustSend(entry) && (
                  <>
                    <Button component={Link} to={paths.myOrders} variant="default">
                      {messages.menu.orders}
                    </Button>
                    <Button component={Link} to={paths.tools} variant="subtle">
                      Keep shopping
                    </Button>
                  </>
                )}
                {remedies.map((remedy) => {
                  const variant = remedy.primary ? 'filled' : 'default';
                  return 'to' in remedy ? (
                    <Button key={remedy.label} component={Link} to={remedy.to} variant={variant}>
                      {remedy.label}
                    </Button>
                  ) : (
                    <Button key={remedy.label} variant={variant} onClick={() => onChoose(remedy.work)}>
                      {remedy.label}
                    </Button>
                  );
                })}
                {mayChange(entry) && (
                  <Button variant="subtle" onClick={discard}>
                    {status === 'saved' ? 'Discard' : `Discard this ${work.kind}`}
                  </Button>
                )}
              </Group>
            </div>
          </Group>
        </Note>
      )}
    </>
  );
}
