import type { Redis } from 'ioredis';
import type { RecordedEvent } from '../orders/order-event.ts';
import { recordedEvent, storedEvent } from './event-fields.ts';
import { LogDamagedError, LogUnavailableError } from './log-errors.ts';
import {
  borderFields,
  borderOf,
  type LostEvents,
  LostEventsError,
  type PastEvents,
  readBorder,
  type TrimBorder,
} from './past-events.ts';
import { type RawEntry, rawEntries, rawEntriesAt, streamEntries } from './read-events.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** Reads the part of the log that is in Redis. */
interface Stream {
  after(id: string, count: number): Promise<readonly RawEntry[]>;
  /** The entries at these positions; a position without one is left out. */
  at(positions: readonly number[]): Promise<readonly RawEntry[]>;
  border(): Promise<TrimBorder | null>;
}

const seqOf = (id: string): number => Number.parseInt(id, 10);

/**
 * The whole log, wherever its events are: those that were trimmed are read from the archive, the others from Redis. The stream is
 * asked first, and only where it has a gap whether that is a trimmed one: a log that is whole costs no more to read, and a trim in between is
 * seen either as not yet done or as done. Whoever reads on in a gap does not ask the stream again.
 */
export class LogSource {
  readonly #stream: Stream;
  readonly #past: PastEvents | undefined;
  readonly #onLost: ((lost: LostEvents) => void) | undefined;
  /** The event that ends the last answer out of the archive, and the border that held then. */
  #inGap: { readonly id: string; readonly border: TrimBorder } | null = null;

  constructor(stream: Stream, past: PastEvents | undefined, onLost?: (lost: LostEvents) => void) {
    this.#stream = stream;
    this.#past = past;
    this.#onLost = onLost;
  }

  /**
   * Reads up to `count` raw entries after a position, or after the entry with an id: only the id leads past a foreign entry that stands
   * between two positions. Fewer are the end of the log. Throws `LostEventsError`, unless `onLost` hears of what is lost, and
   * `ObjectsUnavailableError`.
   */
  async entries(after: number | string, count: number): Promise<readonly RawEntry[]> {
    const id = typeof after === 'number' ? `${after}-0` : after;
    const next = seqOf(id) + 1;
    if (this.#inGap?.id === id && next <= this.#inGap.border.seq)
      return this.#throughGap(this.#inGap.border, next, count);
    const found = await this.#stream.after(id, count);
    const first = found[0]?.[0];
    if (first === undefined || seqOf(first) <= next) return found;
    const border = await this.#stream.border();
    if (border === null || border.seq < next) return found;
    return this.#throughGap(border, next, count);
  }

  /** Reads events that were trimmed and, if that are not enough, those behind them: from there on the border may have moved. */
  async #throughGap(border: TrimBorder, from: number, count: number): Promise<readonly RawEntry[]> {
    const entries = await this.#pastEntries(border, from, count);
    const last = entries.at(-1)?.[0];
    if (last !== undefined) this.#inGap = { id: last, border };
    if (entries.length >= count) return entries;
    return [...entries, ...(await this.entries(border.seq, count - entries.length))];
  }

  /** The same with the entry at `seq` as the first, if there is one. */
  entriesFrom(seq: number, count: number): Promise<readonly RawEntry[]> {
    return this.entries(Math.max(0, seq - 1), count);
  }

  /** Reads the raw entries at these positions; one without an entry is left out. A few thousand at most. Throws as `entries` does. */
  async entriesAt(positions: readonly number[]): Promise<readonly RawEntry[]> {
    const found = await this.#stream.at(positions);
    if (found.length === positions.length) return found;
    const there = new Set(found.map(([id]) => seqOf(id)));
    const away = [...new Set(positions)].filter((seq) => !there.has(seq)).sort((a, b) => a - b);
    const border = away.length === 0 ? null : await this.#stream.border();
    if (border === null) return found;
    const past: RawEntry[] = [];
    for (const seq of away)
      if (seq > 0 && seq <= border.seq)
        past.push(...(await this.#pastEntries(border, seq, 1)).filter(([id]) => seqOf(id) === seq));
    return past.length === 0 ? found : [...past, ...found];
  }

  /** Reads the events at these positions, in the order asked. Throws `LogDamagedError` when one is not there, and as `entries` does. */
  async eventsAt(seqs: readonly number[]): Promise<RecordedEvent[]> {
    const found = new Map((await this.entriesAt(seqs)).map((entry) => [seqOf(entry[0]), entry]));
    return seqs.map((seq) => {
      const entry = found.get(seq);
      if (entry === undefined) throw new LogDamagedError(seq, 'it is missing');
      return recordedEvent(storedEvent(...entry));
    });
  }

  /** Reads entries up to the border, at most `count`; those that are lost are left out where somebody hears of it. */
  async #pastEntries(border: TrimBorder, from: number, count: number): Promise<readonly RawEntry[]> {
    if (this.#past === undefined)
      throw new LogUnavailableError(
        `The events up to ${border.seq} have left Redis, and nobody said in which archive they are`,
      );
    const entries: RawEntry[] = [];
    for (let seq = from; entries.length < count && seq <= border.seq; ) {
      try {
        const some = await this.#past.read(border, seq, count - entries.length);
        entries.push(...some);
        seq += some.length;
      } catch (error) {
        if (!(error instanceof LostEventsError) || this.#onLost === undefined) throw error;
        for (const lost of error.faults) this.#onLost(lost);
        seq = Math.max(seq, ...error.faults.map(({ to }) => to)) + 1;
      }
    }
    return entries;
  }
}

/** The whole log on a connection for work through all of it. `onLost` hears of events that cannot be read; they are left out then. */
export const scanSource = (
  redis: Redis,
  past: PastEvents | undefined,
  onLost?: (lost: LostEvents) => void,
): LogSource =>
  new LogSource(
    {
      after: (id, count) => rawEntries(redis, id, count),
      at: (positions) => rawEntriesAt(redis, positions),
      border: () => readBorder(redis),
    },
    past,
    onLost,
  );

/** The whole log by the client of the shop. */
export const clientSource = (client: RedisClient, past: PastEvents | undefined): LogSource =>
  new LogSource(
    {
      after: (id, count) => client.run((connection) => streamEntries(connection, `(${id}`, '+', count)),
      at: async (positions) =>
        (
          await client.run((connection) =>
            Promise.all(positions.map((seq) => streamEntries(connection, `${seq}-0`, `${seq}-0`))),
          )
        ).flat(),
      border: async () =>
        borderOf(await client.run((connection) => connection.hmGet(redisKeys.meta, [...borderFields]))),
    },
    past,
  );
