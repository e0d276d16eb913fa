import { recordedEvent, storedEvent } from '../log/event-fields.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { RawEntry } from '../log/read-events.ts';
import type { RecordedEvent } from '../orders/order-event.ts';

/**
 * The events around the position that a check of the whole log has reached. Most events of an order lie close together, so
 * few have to be read twice; and its size is bounded, so memory does not grow with the log.
 */
export class EventWindow {
  readonly #size: number;
  readonly #events = new Map<number, RecordedEvent>();

  /** @param size events that are kept */
  constructor(size: number) {
    this.#size = size;
  }

  /** Adds the next events and drops the oldest. */
  add(events: readonly RecordedEvent[]): void {
    for (const event of events) this.#events.set(event.seq, event);
    for (const seq of this.#events.keys()) {
      if (this.#events.size <= this.#size) return;
      this.#events.delete(seq);
    }
  }

  /** The events at these positions, read from the log where they are far; one that is missing or unreadable is left out. */
  async find(log: LogReader, seqs: Iterable<number>): Promise<Map<number, RecordedEvent>> {
    const found = new Map<number, RecordedEvent>();
    const far: number[] = [];
    for (const seq of new Set(seqs)) {
      const event = this.#events.get(seq);
      if (event === undefined) far.push(seq);
      else found.set(seq, event);
    }
    for (const event of await farEvents(log, far)) found.set(event.seq, event);
    return found;
  }
}

/** Single events per call: a few milliseconds of Redis's time. */
const eventsPerCall = 500;

/** The events at these positions; one that is missing or cannot be read is left out, and so is a position that cannot be. */
async function farEvents(log: LogReader, seqs: readonly number[]): Promise<RecordedEvent[]> {
  const positions = seqs.filter((seq) => Number.isSafeInteger(seq) && seq > 0);
  const events: RecordedEvent[] = [];
  // One after the other: Redis would answer questions that come together in one turn.
  for (let start = 0; start < positions.length; start += eventsPerCall) {
    const entries = await log.entriesAt(positions.slice(start, start + eventsPerCall));
    events.push(...entries.flatMap(readIfSound));
  }
  return events;
}

function readIfSound([id, fields]: RawEntry): RecordedEvent[] {
  try {
    return [recordedEvent(storedEvent(id, fields))];
  } catch {
    return [];
  }
}
