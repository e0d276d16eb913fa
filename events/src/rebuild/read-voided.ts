import { recordedEvent, storedEvent, storedFields } from '../log/event-fields.ts';
import type { LogReader } from '../log/log-reader.ts';

/** Where an entry holds its type: any value may be the name of one. */
const typeAt = 2 * storedFields.indexOf('type') + 1;

/** Reads which events are named by an `event.voided` behind a position. Throws what reading the log throws. */
export async function readVoided(log: LogReader, after: number): Promise<Set<number>> {
  const voided = new Set<number>();
  for await (const entries of log.batches(after)) {
    for (const [id, fields] of entries) {
      if (fields[typeAt] !== 'event.voided') continue;
      const event = recordedEvent(storedEvent(id, fields));
      if (event.type === 'event.voided') voided.add(event.data.seq);
    }
  }
  return voided;
}
