import type { Redis } from 'ioredis';
import { type GenerationKeys, setsOfName } from '../log/generation-keys.ts';
import { type LogReader, scanSource } from '../log/log-reader.ts';
import { ChainCheck, type LogPosition } from '../log/log-scan.ts';
import type { PastEvents } from '../log/past-events.ts';
import type { RawEntry } from '../log/read-events.ts';
import { decodeRecord, type OrderRecord } from '../model/order-record.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { type BatchChanges, foldBatch, PoisonEventError } from './batch.ts';
import { readVoided } from './read-voided.ts';
import { applyScript } from './rebuild-scripts.ts';

/**
 * Events per batch. In a busy shop each round trip waits for its turn, so smaller batches make a rebuild slower.
 */
const eventsPerBatch = 1_000;
/**
 * Redis does nothing else while it writes, so a batch is written in parts that are sent together: between two it answers
 * others. Each part waits for a flush, so more than two make the rebuild slower and no order faster.
 */
const partsPerBatch = 2;

/** Events that follow each other in the log, checked, and what they change. */
interface BatchPart {
  /** The event before the first. */
  readonly start: LogPosition;
  readonly events: readonly RecordedEvent[];
  /** The last of them. */
  readonly end: LogPosition;
}

/** How a batch ended: where the generation stands now, or that it is not being built any more. */
export type BatchResult =
  | {
      readonly position: LogPosition;
      readonly applied: number;
      /** The batch after it is being written. */
      readonly more: boolean;
    }
  | 'gone';

/** A batch that is folded, and the entries behind it. */
interface FoldedBatch {
  readonly parts: readonly BatchPart[];
  readonly changes: readonly BatchChanges[];
  readonly end: LogPosition;
  readonly applied: number;
  readonly behind: Promise<readonly RawEntry[]>;
}

/** A batch on its way to Redis; `written` is false where another rebuild was faster. */
interface SentBatch extends Omit<FoldedBatch, 'parts' | 'changes'> {
  readonly written: Promise<boolean>;
}

/** Orders that are cached: those of the last few batches, in which most of the next events fall. */
const mostOrders = 5_000;

/** The text of a checkpoint: seq, hash and time of the last event that the generation has seen. */
function encodeCheckpoint(position: LogPosition): string {
  return `${position.seq} ${position.hash} ${position.ts}`;
}

function decodeCheckpoint(text: string): LogPosition {
  const [seq, hash, ts] = text.split(' ');
  return { seq: Number(seq), hash: hash ?? '', ts: Number(ts) };
}

/** How to build. */
interface BuilderOptions {
  readonly size?: number | undefined;
  readonly past?: PastEvents | undefined;
}

/**
 * Applies the log, batch by batch, to a generation that is being built: each batch together with its checkpoint and only
 * where that stands, so that no event is ever applied twice, whichever process also works on the same generation.
 *
 * While Redis writes one batch, the next one is folded: its entries were asked for before, and most of its orders are
 * cached. All goes over one connection, so what is read is always as the batch before leaves it.
 */
export class GenerationBuilder {
  readonly #redis: Redis;
  readonly #keys: GenerationKeys;
  readonly #log: LogReader;
  readonly #size: number;
  /** Orders as they are at `#checkpoint`; another rebuild that moves it makes them stale. */
  readonly #orders = new Map<string, OrderRecord>();
  #checkpoint = '';
  /** Events that a later `event.voided` names; read when one is met that cannot be taken. */
  #voided: ReadonlySet<number> | null = null;
  #sent: SentBatch | null = null;

  /** @param options how many events a batch has, and what gives the events that have left Redis */
  constructor(redis: Redis, keys: GenerationKeys, options: BuilderOptions = {}) {
    const { size = eventsPerBatch, past } = options;
    this.#redis = redis;
    this.#log = scanSource(redis, past);
    this.#keys = keys;
    this.#size = size;
  }

  /**
   * Resolves when one more batch is written, or none is left. Checks positions and chain on the way. Throws
   * `PoisonEventError` at the first event that it cannot take and that was not voided; nothing of its batch is applied.
   */
  async applyNext(): Promise<BatchResult> {
    for (;;) {
      if (this.#sent === null) {
        const checkpoint = await this.#redis.get(this.#keys.checkpoint);
        if (checkpoint === null) return 'gone';
        if (checkpoint !== this.#checkpoint) this.#orders.clear();
        const position = decodeCheckpoint(checkpoint);
        const first = await this.#fold(position, await this.#log.entries(position.seq, this.#size));
        if (first === 'none') return { position, applied: 0, more: false };
        if (first === 'moved') continue;
        this.#sent = this.#send(first);
      }
      const { end, applied, behind, written } = this.#sent;
      const next = await this.#fold(end, await behind);
      if (next === 'moved' || !(await written)) {
        this.#sent = null;
        this.#orders.clear();
        continue;
      }
      this.#checkpoint = encodeCheckpoint(end);
      this.#sent = next === 'none' ? null : this.#send(next);
      return { position: end, applied, more: this.#sent !== null };
    }
  }

  async #fold(start: LogPosition, entries: readonly RawEntry[]): Promise<FoldedBatch | 'none' | 'moved'> {
    const last = entries.at(-1);
    if (last === undefined) return 'none';
    // A batch that is not full is the last one: what comes after it is not there yet.
    const full = entries.length === this.#size;
    const behind = full ? this.#log.entries(last[0], this.#size) : Promise.resolve([]);
    behind.catch(() => undefined); // A failure reaches the code that awaits it.
    let impossible = false;
    try {
      const parts = checkedParts(start, entries, Math.ceil(this.#size / partsPerBatch));
      await this.#loadOrders(parts.flatMap(({ events }) => events));
      const changes = parts.map(({ events }) =>
        foldBatch(this.#keys, this.#orders, events, (error) => {
          impossible = this.#voided?.has(error.seq) !== true;
          if (impossible) throw error;
        }),
      );
      return { parts, changes, end: parts.at(-1)?.end ?? start, applied: entries.length, behind };
    } catch (error) {
      // Another rebuild may have applied these events meanwhile, and then nothing fits: that is no poison.
      if (!(error instanceof PoisonEventError)) throw error;
      if ((await this.#redis.get(this.#keys.checkpoint)) === encodeCheckpoint(start)) {
        if (!impossible || this.#voided !== null) throw error;
        this.#voided = await readVoided(this.#log, error.seq);
      }
      this.#orders.clear();
      return 'moved';
    }
  }

  /** Reads the orders of these events that are not cached, as the generation knows them now: a new one may be there already. */
  async #loadOrders(events: readonly RecordedEvent[]): Promise<void> {
    for (const id of this.#orders.keys()) {
      if (this.#orders.size <= mostOrders) break;
      this.#orders.delete(id);
    }
    const ids = new Set<string>();
    for (const event of events)
      if (isOrderEvent(event) && !this.#orders.has(event.subject)) ids.add(event.subject);
    if (ids.size === 0) return;
    const stored = await this.#redis.mget([...ids].map((id) => this.#keys.order(id)));
    for (const [index, id] of [...ids].entries()) {
      const text = stored[index];
      if (text) this.#orders.set(id, decodeRecord(text));
    }
  }

  /** Sends all parts at once; where the checkpoint has moved, or is gone, no later part finds its own either. */
  #send({ parts, changes, ...batch }: FoldedBatch): SentBatch {
    const answers = Promise.all(
      parts.map((part, index) => writePart(this.#redis, this.#keys, part, changes[index] as BatchChanges)),
    );
    const written = answers.then((all) => all.every((answer) => answer === 'OK'));
    written.catch(() => undefined); // A failure reaches the code that awaits it.
    return { ...batch, written };
  }
}

function checkedParts(start: LogPosition, entries: readonly RawEntry[], perPart: number): BatchPart[] {
  const check = new ChainCheck(start);
  const parts: BatchPart[] = [];
  for (let first = 0; first < entries.length; first += perPart) {
    const begin = check.position;
    const events = entries.slice(first, first + perPart).map(([id, fields]) => {
      const { seq, stored, event, faults } = check.check(id, fields);
      if (event !== null && faults.length === 0) return event;
      throw new PoisonEventError(stored ?? { seq, type: 'unreadable', subject: '' }, faults.join('; '));
    });
    parts.push({ start: begin, events, end: check.position });
  }
  return parts;
}

/** One script call instead of a command per key: a part touches hundreds. */
function writePart(
  redis: Redis,
  keys: GenerationKeys,
  { start, end }: BatchPart,
  { documents, left, entered, fields, names }: BatchChanges,
): Promise<unknown> {
  const touched: string[] = [];
  const words: string[] = [];
  const add = (name: string, key: string, ...more: readonly string[]): void => {
    touched.push(key);
    words.push(name, String(more.length), ...more);
  };
  for (const [key, text] of documents) add('SET', key, text);
  for (const [key, members] of left) add('ZREM', key, ...members);
  for (const [key, members] of entered) add('ZADD', key, ...members);
  for (const [key, changes] of fields) {
    for (const [field, change] of changes) {
      if ('set' in change) add('HSET', key, field, change.set);
      else add('HINCRBY', key, field, String(change.add));
    }
  }
  const fixed = [encodeCheckpoint(start), encodeCheckpoint(end), String(touched.length)];
  const allKeys = [
    keys.checkpoint,
    keys.names,
    ...touched,
    ...[...names.keys()].flatMap((name) => setsOfName(keys, name)),
  ];
  return redis.eval(applyScript, allKeys.length, ...allKeys, ...fixed, ...words, ...names.keys());
}
