import type { RawEntry } from './event-fields.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** The last event that has left Redis: later events are in the stream. */
export interface TrimBorder {
  shop: string;
  seq: number;
  /** The hash of that event, which covers all before it. */
  hash: string;
}

/** Up to where the shop is read: this event, or the last one that is not later than this time (ms). */
export type ArchiveMoment = { seq: number } | { time: number };

/** Checks whether something of a time (ms) and an event is not later than a moment; undefined is the last one. */
export const isNotLater = (until: ArchiveMoment | undefined, time: number, seq: number): boolean =>
  until === undefined || ('seq' in until ? seq <= until.seq : time <= until.time);

/** Gives the events that have left Redis. */
export interface PastEvents {
  /**
   * Reads at least one and at most `count` entries from `seq` on, none behind the border. Throws `LostEventsError` where the events are
   * missing or are not those that left, and `PastUnavailableError`.
   */
  read(border: TrimBorder, seq: number, count: number): Promise<readonly RawEntry[]>;
  /** Reads the hashes that the event `seq` of a shop may have had. Throws `ObjectsUnavailableError`. */
  hashesAt(shop: string, seq: number): Promise<readonly string[]>;
}

/** Events that cannot be read back as they were. */
export interface LostEvents {
  from: number;
  to: number;
  /** What is wrong. */
  what: string;
}

/** Events are missing outside Redis, or are not as they were; `faults` names all that are known. */
export class LostEventsError extends Error {
  readonly faults: readonly LostEvents[];
  constructor(faults: readonly LostEvents[]) {
    super(
      `The archive is damaged: ${faults.map(({ from, to, what }) => `events ${from} to ${to}: ${what}`).join('; ')}`,
    );
    this.name = 'LostEventsError';
    this.faults = faults;
  }
}

/** Reads where the log in Redis begins, as the trim has written it; null while every event is there. */
export async function readBorder(client: Pick<RedisClient, 'run'>): Promise<TrimBorder | null> {
  const [shop, seq, hash] = await client.run((connection) =>
    connection.hmGet(redisKeys.meta, ['shop', 'trimSeq', 'trimHash']),
  );
  return shop == null || seq == null || hash == null ? null : { shop, seq: Number(seq), hash };
}
