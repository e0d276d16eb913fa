import type { OrderTimelineEntry } from '@karigar/bff/contracts';
import { Code, Text } from '@mantine/core';
import { shopTime } from '../../../shared/ui/time.ts';
import { storyOf } from './order-story.ts';
import classes from './order-timeline.module.css';

const moment = shopTime({ dateStyle: 'medium', timeStyle: 'medium' }, 'en');

/**
 * The history of one order as the log holds it, oldest first. `full` also shows each event's payload, its place in
 * the log and its link of the hash chain.
 */
export function OrderTimeline({
  entries,
  full = false,
}: {
  entries: readonly OrderTimelineEntry[];
  full?: boolean;
}) {
  return (
    <ol className={classes.timeline}>
      {entries.map((entry) => {
        const line = storyOf(entry);
        return (
          <li key={entry.seq} className={classes.entry} data-tone={line.tone}>
            <Text fw={600}>{line.title}</Text>
            <Text size="sm" className={classes.detail}>
              {line.detail}
            </Text>
            <Text size="sm" c="dimmed" component="time" dateTime={entry.at}>
              {moment(entry.at)}
            </Text>
            {full && (
              <div className={classes.record}>
                <Text size="sm" c="dimmed">
                  seq {entry.seq}, version {entry.version}, {entry.type} (schema {entry.schema}), actor{' '}
                  {entry.actor}
                </Text>
                <Code block className={classes.payload}>
                  {JSON.stringify(entry.data, null, 2)}
                </Code>
                <Text size="xs" c="dimmed" className={classes.detail}>
                  hash {entry.hash}
                  <br />
                  request {entry.correlationId}
                </Text>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
