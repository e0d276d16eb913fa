import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { hashOf, type RawEntry } from '../log/read-events.ts';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
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
 * Reads up to `count` entries after a position; null when the entry of the position is not in the log, so that it is another log. Throws
 * `UnknownSchemaError` at an event of a newer release, `StoreClosedError` and `LogUnavailableError`.
 */
export async function eventsAfter(
  client: RedisClient,
  position: EventPosition,
  count: number,
): Promise<EventsRead | null> {
  // The entries of a store that is being restored or sealed are not a log yet.
  await readHead(client);
  const isBegin = position.id === logBegin.id;
  const found = await client.run((connection) =>
    // The library's own command would make an object of the fields, in which their positions are lost.
    connection.sendCommand<RawEntry[]>([
      'XRANGE',
      redisKeys.events,
      position.id,
      '+',
      'COUNT',
      String(isBegin ? count : count + 1),
    ]),
  );
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

function eventOf([id, fields]: RawEntry): RecordedEvent | LogDamagedError {
  try {
    return recordedEvent(storedEvent(id, fields));
  } catch (error) {
    if (error instanceof LogDamagedError) return error;
    throw error;
  }
}
