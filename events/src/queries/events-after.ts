import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { hashOf, type RawEntry } from '../log/read-events.ts';
import { readHead } from '../log/store-head.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/** Where a reader stands in the log: on an entry that it has read. */
export interface EventPosition {
  /** The entry's id in the stream, `<seq>-0`. */
  readonly id: string;
  /** The hash of its event, which tells it from that of another log. */
  readonly hash: string;
}

/** Before the first event. */
export const logBegin: EventPosition = { id: '0-0', hash: '' };

/** What one read of the log gives. */
export interface EventsRead {
  readonly events: readonly RecordedEvent[];
  /** Entries that are no events, or not as they were written: they are left out. */
  readonly damaged: readonly LogDamagedError[];
  /** Where the next read goes on. */
  readonly position: EventPosition;
  /** Whether there were as many entries as asked for, so that more may follow. */
  readonly full: boolean;
}

/**
 * Reads up to `count` entries after a position; null when the entry of the position is not in the log, so that it is another log. A follower that
 * stands before the border is given what has left Redis, because what it makes of the log begins with the first event. Throws
 * `UnknownSchemaError` at an event of a newer release, `StoreClosedError`, `LogUnavailableError`, and what reading past events throws.
 */
export async function eventsAfter(
  { client, events }: Pick<Store, 'client' | 'events'>,
  position: EventPosition,
  count: number,
): Promise<EventsRead | null> {
  // The entries of a store that is being restored are not a log yet.
  await readHead(client);
  const isBegin = position.id === logBegin.id;
  const found = isBegin
    ? await events.entries(0, count)
    : await events.entries(idBefore(position.id), count + 1);
  const first = found[0];
  if (!isBegin && (first?.[0] !== position.id || hashOf(first) !== position.hash)) return null;
  const entries = isBegin ? found : found.slice(1);
  const last = entries.at(-1);
  const read = entries.map(eventOf);
  return {
    events: read.filter((one): one is RecordedEvent => !(one instanceof LogDamagedError)),
    damaged: read.filter((one) => one instanceof LogDamagedError),
    position: last === undefined ? position : { id: last[0], hash: hashOf(last) },
    full: entries.length === count,
  };
}

/** The last id that may stand before an entry. */
function idBefore(id: string): string {
  const [seq = '0', part = '0'] = id.split('-');
  return part === '0' ? `${Number(seq) - 1}-18446744073709551615` : `${seq}-${BigInt(part) - 1n}`;
}

function eventOf([id, fields]: RawEntry): RecordedEvent | LogDamagedError {
  try {
    return recordedEvent(storedEvent(id, fields));
  } catch (error) {
    if (error instanceof LogDamagedError) return error;
    throw error;
  }
}
