import type { OrderTimelineEntry } from '@karigar/bff/contracts';
import { Anchor, Code, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getOrderTimeline } from '../../../../shared/api/calls.ts';
import { cancellationWords } from '../../../../shared/orders/cancellation-words.ts';
import { Story, StoryEntry, type StoryTone } from '../../../../shared/orders/story.tsx';
import {
  carrierWords,
  correctionWords,
  timelineActor,
  timelineTitle,
} from '../../../../shared/orders/timeline-words.ts';
import { paths } from '../../../../shared/paths.ts';
import { ErrorPanel } from '../../../../shared/ui/error-panel.tsx';
import { shopTime } from '../../../../shared/ui/time.ts';
import { disputeWords, failureWords, pieces, refundWords } from '../model/order.ts';

const tones: Record<string, StoryTone> = {
  'order.paid': 'good',
  'order.shipped': 'good',
  'order.tracked': 'good',
  'order.deleted': 'end',
  'order.refunded': 'end',
  'order.refund-failed': 'end',
  'order.disputed': 'end',
};

/** What the actor of a deletion does not tell by itself. */
const deletions: Record<string, string> = { expired: 'not paid in time', erasure: 'account erased' };

const textOf = (value: unknown): string => (value === undefined ? '' : String(value));

/** What somebody chose from a list, in the list's words; a word of a newer release as it is. */
const chosen = (words: Readonly<Record<string, string>>, value: unknown): string =>
  words[textOf(value)] ?? textOf(value);

/** What an event says besides its title and its actor, by its type; nothing for a type without more to say. */
const facts: Record<string, (data: OrderTimelineEntry['data']) => unknown[]> = {
  'order.created': ({ quantity }) => [pieces(Number(quantity))],
  'order.paid': ({ transactionId }) => [transactionId],
  'order.deleted': ({ reason, note }) => [note || deletions[textOf(reason)]],
  'order.refund-requested': ({ reason }) => [chosen(refundWords, reason)],
  'order.refunded': ({ refundId, by, restock }) => [
    refundId,
    by === 'provider' && 'made in the payment provider’s dashboard',
    restock === true && 'pieces back in stock',
  ],
  'order.refund-failed': ({ reason }) => [failureWords(textOf(reason))],
  'order.cancellation-requested': ({ reason }) => [chosen(cancellationWords, reason)],
  'order.disputed': ({ reason, status, amount }) => [
    disputeWords({ reason: textOf(reason), status: textOf(status), amount: Number(amount) / 100 }),
  ],
};

/** Tells one recorded event of an order to an admin. A type that this page does not know yet is shown by its own name. */
export const storyOf = (entry: OrderTimelineEntry) => ({
  title: timelineTitle(entry, 'admin'),
  detail: [
    ...(facts[entry.type]?.(entry.data) ?? []),
    carrierWords(entry),
    correctionWords(entry).join('; '),
    timelineActor(entry, 'admin'),
  ]
    .filter(Boolean)
    .join(', '),
  tone: tones[entry.type] ?? 'plain',
});

const moment = shopTime({ dateStyle: 'medium', timeStyle: 'medium' }, 'en');

/**
 * The history of one order (id or number) as the log holds it, oldest first; another `version` reads it again. `full` also shows each event's
 * payload, its place in the log and its link of the hash chain.
 */
export function OrderHistory({ id, version, full = false }: { id: string; version: number; full?: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['history', id, version],
    queryFn: () => getOrderTimeline(id),
  });
  if (error !== null)
    return (
      <ErrorPanel error={error} title="The history could not be loaded" onRetry={() => void refetch()} />
    );
  if (data === undefined) return <Loader size="sm" aria-label="Loading the history" />;
  return (
    <>
      {full && (
        <Text mb="md">
          {data.length} event(s) of order{' '}
          <Anchor component={Link} to={paths.managedOrder(id)}>
            {id}
          </Anchor>
        </Text>
      )}
      <Story>
        {data.map((entry) => {
          const { title, detail, tone } = storyOf(entry);
          return (
            <StoryEntry key={entry.seq} title={title} tone={tone}>
              <Text size="sm">{detail}</Text>
              <Text size="sm" c="dimmed" component="time" dateTime={entry.at}>
                {moment(entry.at)}
              </Text>
              {full && (
                <Stack gap={6} mt={6}>
                  <Text size="sm" c="dimmed">
                    seq {entry.seq}, version {entry.version}, {entry.type} (schema {entry.schema}), actor{' '}
                    {entry.actor}
                  </Text>
                  <Code block mah="16rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {JSON.stringify(entry.data, null, 2)}
                  </Code>
                  <Text size="xs" c="dimmed">
                    hash {entry.hash}
                    <br />
                    request {entry.correlationId}
                  </Text>
                </Stack>
              )}
            </StoryEntry>
          );
        })}
      </Story>
    </>
  );
}
