import type { RecordedEvent } from '../orders/order-event.ts';
import { hashOf, type RawEntry, recordedEvent, storedEvent } from './event-fields.ts';
import { LogDamagedError, LogUnavailableError } from './log-errors.ts';
import { partsOf } from './parts.ts';
import {
  type LostEvents,
  LostEventsError,
  type PastEvents,
  readBorder,
  type TrimBorder,
} from './past-events.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** Entries per batch: a few milliseconds of Redis's time. */
const perBatch = 500;
/** Single positions per call. */
const perCall = 1_000;

const seqOf = ([id]: RawEntry): number => Number.parseInt(id, 10);

/**
 * Reads the log. It alone knows whether an event is in the stream or has left Redis for the archive. The stream is asked first, and the trim
 * border only where the stream has a gap: a log that is whole costs no more to read, and a concurrent trim is seen either before or after.
 * All methods throw `LogUnavailableError`; where they reach events that left Redis also `LostEventsError` and `PastUnavailableError`.
 */
export class LogReader {
  readonly #client: Pick<RedisClient, 'run'>;
  readonly #past: PastEvents | undefined;
  readonly #onLost: ((lost: LostEvents) => void) | undefined;
  /** Last entry read out of the archive, and the border at that time: the next read continues there without asking the stream. */
  #inGap: { id: string; border: TrimBorder } | null = null;

  /**
   * @param past gives the events that have left Redis; without it they are refused
   * @param onLost see `skippingLost`
   */
  constructor(client: Pick<RedisClient, 'run'>, past?: PastEvents, onLost?: (lost: LostEvents) => void) {
    this.#client = client;
    this.#past = past;
    this.#onLost = onLost;
  }

  /** The same log for a reader that goes on behind events that are lost in the archive, and is told of them instead. */
  skippingLost(onLost: (lost: LostEvents) => void): LogReader {
    return new LogReader(this.#client, this.#past, onLost);
  }

  /**
   * Reads up to `count` raw entries after a position, or after the entry with an id: only the id leads past a foreign entry between two
   * positions. Fewer than `count` are the end of the log.
   */
  async entries(after: number | string, count: number): Promise<readonly RawEntry[]> {
    const id = typeof after === 'number' ? `${after}-0` : after;
    const next = Number.parseInt(id, 10) + 1;
    if (this.#inGap?.id === id && next <= this.#inGap.border.seq)
      return this.#throughGap(this.#inGap.border, next, count);
    const found = await this.#client.run((connection) =>
      connection.entriesAfter([redisKeys.events], [id, String(count)]),
    );
    const first = found[0];
    if (first === undefined || seqOf(first) <= next) return found;
    const border = await readBorder(this.#client);
    if (border === null || border.seq < next) return found;
    return this.#throughGap(border, next, count);
  }

  /**
   * Yields the log after a position to its end, in batches of raw entries. Reads the next batch while the caller works on one. Throws the
   * signal's reason when it is aborted.
   */
  async *batches(
    after: number | string,
    { signal, size = perBatch }: { signal?: AbortSignal | undefined; size?: number } = {},
  ): AsyncGenerator<readonly RawEntry[], void> {
    const read = (from: number | string): Promise<readonly RawEntry[]> => {
      const entries = this.entries(from, size);
      entries.catch(() => undefined); // A failure reaches the code that awaits it.
      return entries;
    };
    for (let reading = read(after); ; ) {
      signal?.throwIfAborted();
      const entries = await reading;
      const last = entries.at(-1);
      if (last === undefined) return;
      reading = read(last[0]);
      yield entries;
    }
  }

  /** Reads the raw entries at these positions; a position without one is left out. */
  async entriesAt(seqs: readonly number[]): Promise<readonly RawEntry[]> {
    const found: RawEntry[] = [];
    for (const part of partsOf(seqs, perCall)) found.push(...(await this.#inStream(part)));
    if (found.length === seqs.length) return found;
    const there = new Set(found.map(seqOf));
    const away = [...new Set(seqs)].filter((seq) => !there.has(seq)).sort((a, b) => a - b);
    const border = await readBorder(this.#client);
    if (border === null) return found;
    const past: RawEntry[] = [];
    for (const seq of away)
      if (seq > 0 && seq <= border.seq)
        past.push(...(await this.#pastEntries(border, seq, 1)).filter((entry) => seqOf(entry) === seq));
    return [...past, ...found];
  }

  /** Reads the events at these positions, in the order asked. Throws `LogDamagedError` when one is missing or cannot be read, and `UnknownSchemaError`. */
  async eventsAt(seqs: readonly number[]): Promise<RecordedEvent[]> {
    const found = new Map((await this.entriesAt(seqs)).map((entry) => [seqOf(entry), entry]));
    return seqs.map((seq) => {
      const entry = found.get(seq);
      if (entry === undefined) throw new LogDamagedError(seq, 'it is missing');
      return recordedEvent(storedEvent(...entry));
    });
  }

  /** Reads the hash of the event at a position as far as Redis knows it: of those in the stream, and of the last that has left it. */
  async hashAt(seq: number): Promise<string | undefined> {
    const [entry] = await this.#inStream([seq]);
    if (entry !== undefined) return hashOf(entry);
    const border = await readBorder(this.#client);
    return border?.seq === seq ? border.hash : undefined;
  }

  /** Reads the hashes that an event of a shop may have had which has left Redis; none without an archive. */
  async pastHashesAt(shop: string, seq: number): Promise<readonly string[]> {
    return (await this.#past?.hashesAt(shop, seq)) ?? [];
  }

  #inStream(seqs: readonly number[]): Promise<readonly RawEntry[]> {
    return this.#client.run((connection) => connection.entriesAt([redisKeys.events], seqs.map(String)));
  }

  /** Reads events that were trimmed and, if there are fewer than `count`, those behind them: from there on the border may have moved. */
  async #throughGap(border: TrimBorder, from: number, count: number): Promise<readonly RawEntry[]> {
    const entries = await this.#pastEntries(border, from, count);
    const last = entries.at(-1)?.[0];
    if (last !== undefined) this.#inGap = { id: last, border };
    if (entries.length >= count) return entries;
    return [...entries, ...(await this.entries(border.seq, count - entries.length))];
  }

  /** Reads entries up to the border, at most `count`. */
  async #pastEntries(border: TrimBorder, from: number, count: number): Promise<readonly RawEntry[]> {
    if (this.#past === undefined)
      throw new LogUnavailableError(
        `The events up to ${border.seq} have left Redis, and no archive is configured`,
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
