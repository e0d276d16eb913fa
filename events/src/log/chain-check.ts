import type { RecordedEvent } from '../orders/order-event.ts';
import { chainHash, genesisHash, recordedEvent, type StoredEvent, storedEvent } from './event-fields.ts';
import { messageOf } from './log-errors.ts';

/** A position in the log, with what the hash chain needs to continue from there. */
export interface LogPosition {
  seq: number;
  hash: string;
  ts: number;
}
/** Before the first event. */
export const logStart: LogPosition = { seq: 0, hash: genesisHash, ts: 0 };

/** One event as found, with everything that is wrong with it. `event` is null when it cannot be read. */
export interface ScannedEvent {
  seq: number;
  stored: StoredEvent | null;
  event: RecordedEvent | null;
  faults: readonly string[];
}

/**
 * Checks one event after another: dense positions, hash chain, times that do not fall, data that its schema accepts. A fault
 * is named at the event that has it and not at all that follow.
 */
export class ChainCheck {
  #last: LogPosition;
  /** The hash that the last event should have had, if another one is stored. */
  #alternativeHash: string | null = null;

  /** @param start the last event that was checked already */
  constructor(start: LogPosition) {
    this.#last = start;
  }

  /** The last event that was checked. */
  get position(): LogPosition {
    return this.#last;
  }

  /** Checks the next entry. */
  check(id: string, fields: readonly string[]): ScannedEvent {
    const faults: string[] = [];
    const expected = this.#last.seq + 1;
    let stored: StoredEvent;
    try {
      stored = storedEvent(id, fields);
    } catch (error) {
      const seq = Number.parseInt(id, 10) || expected;
      this.#last = { ...this.#last, seq };
      this.#alternativeHash = 'any';
      return { seq, stored: null, event: null, faults: [faultOf(error)] };
    }
    const { seq } = stored;
    const gap = seq !== expected;
    if (gap)
      faults.push(
        seq === expected + 1
          ? `event ${expected} is missing`
          : `events ${expected} to ${seq - 1} are missing`,
      );
    const expectedHash = chainHash(this.#last.hash, stored);
    // After a gap or an unreadable event the hash before is unknown.
    const fits =
      gap ||
      this.#alternativeHash === 'any' ||
      stored.hash === expectedHash ||
      (this.#alternativeHash !== null && stored.hash === chainHash(this.#alternativeHash, stored));
    if (!fits) faults.push('its content does not fit its hash, or its hash not the event before');
    this.#alternativeHash = fits ? null : expectedHash;
    const ts = Number(stored.ts);
    if (ts < this.#last.ts) faults.push('its time is before that of the event before');
    this.#last = { seq, hash: stored.hash, ts: Math.max(this.#last.ts, ts || 0) };
    let event: RecordedEvent | null = null;
    try {
      event = recordedEvent(stored);
    } catch (error) {
      faults.push(faultOf(error));
    }
    return { seq, stored, event, faults };
  }
}

/** What is wrong, without the position, which the report names itself. */
function faultOf(error: unknown): string {
  return messageOf(error).replace(/^Event \d+: /, '');
}
