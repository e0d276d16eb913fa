import type { OrderTimelineEntry } from '@karigar/bff/contracts';
import { dateTime } from '../../shared/ui/time.ts';
import {
  carrierWords,
  correctionWords,
  timelineActor,
  timelineTitle,
} from '../../shared/ui/timeline-words.ts';
import classes from './order-page.module.css';

/** What happened to the order, oldest first, straight from the order log; no part of the printed receipt. */
export function OrderTimeline({ entries }: { entries: OrderTimelineEntry[] | undefined }) {
  if (entries === undefined || entries.length === 0) return null;
  return (
    <section aria-labelledby="timeline-title" className="no-print">
      <h2 id="timeline-title" className={classes.timelineTitle}>
        Order history
      </h2>
      <ol className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.seq} className={classes.entry}>
            <strong>{timelineTitle(entry, 'owner')}</strong>
            {[...correctionWords(entry), carrierWords(entry)].map(
              (words) => words !== '' && <span key={words}>{words}</span>,
            )}
            <span className={classes.small}>
              <time dateTime={entry.at}>{dateTime(entry.at)}</time>, {timelineActor(entry, 'owner')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
