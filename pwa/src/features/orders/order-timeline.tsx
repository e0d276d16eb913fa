import type { Order, OrderTimelineEntry } from '@karigar/bff/contracts';
import { Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Story, StoryEntry } from '../../shared/orders/story.tsx';
import {
  carrierWords,
  correctionWords,
  timelineActor,
  timelineTitle,
} from '../../shared/orders/timeline-words.ts';
import type { Saved } from '../../shared/saved/revalidation.ts';
import { dateTime } from '../../shared/ui/time.ts';

/** What happened to the order, oldest first, straight from the order log; no part of the printed receipt. */
export function OrderTimeline({ entries }: { entries: OrderTimelineEntry[] | undefined }) {
  if (entries === undefined || entries.length === 0) return null;
  return (
    <section aria-labelledby="timeline-title" className="no-print">
      <Title order={2} id="timeline-title" size="h4" mb="sm">
        Order history
      </Title>
      <Story>
        {entries.map((entry) => (
          <StoryEntry key={entry.seq} title={timelineTitle(entry, 'owner')}>
            {[...correctionWords(entry), carrierWords(entry)].map(
              (words) => words !== '' && <span key={words}>{words}</span>,
            )}
            <Text span c="dimmed">
              <time dateTime={entry.at}>{dateTime(entry.at)}</time>, {timelineActor(entry, 'owner')}
            </Text>
          </StoryEntry>
        ))}
      </Story>
    </section>
  );
}

/**
 * Reads an order again when live news has brought it further than its saved timeline, for news tells the order's state, not
 * what happened; and when its timeline holds more than the order, because the shop has lost the rest. Once for each version of the
 * order; a reading under way is waited for, as it may bring the rest.
 */
export function useWholeTimeline(
  { data, revalidating, revalidate }: Pick<Saved<Order | null>, 'data' | 'revalidating' | 'revalidate'>,
  timeline: readonly OrderTimelineEntry[] | undefined,
): void {
  const asked = useRef(0);
  const version = data?.version ?? 0;
  const told = timeline?.at(-1)?.version ?? version;
  useEffect(() => {
    if (told === version || revalidating || asked.current === version) return;
    asked.current = version;
    void revalidate();
  });
}
