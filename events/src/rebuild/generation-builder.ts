import { ChainCheck, type LogPosition } from '../log/chain-check.ts';
import type { RawEntry } from '../log/event-fields.ts';
import { type GenerationKeys, setsOfName } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { decodeRecord, encodeRecord, type OrderRecord } from '../model/order-record.ts';
import { projectionCode } from '../model/project.ts';
import { isOrderEvent, type RecordedEvent } from '../orders/order-event.ts';
import { type BatchChanges, foldBatch, PoisonEventError } from './batch.ts';
import { readVoided } from './read-voided.ts';
import { applyScript } from './rebuild-scripts.ts';

/** Events per batch. Redis does nothing else while it writes one. */
const eventsPerBatch = 500;
/** Orders that stay in memory: those of the last few batches, in which most of the next events fall. */
const mostOrders = 5_000;

/** A batch whose events are checked and folded. */
interface FoldedBatch {
  /** The event before the first one. */
  readonly start: LogPosition;
  readonly changes: BatchChanges;
  /** The last event. */
  readonly end: LogPosition;
}

/** The text of a checkpoint: seq, hash and time of the last event that the generation has seen. */
const encodeCheckpoint = ({ seq, hash, ts }: LogPosition): string => `${seq} ${hash} ${ts}`;

function decodeCheckpoint(text: string): LogPosition {
  const [seq, hash, ts] = text.split(' ');
  return { seq: Number(seq), hash: hash ?? '', ts: Number(ts) };
}

/**
 * Writes what the log folds to into a generation that is not in use yet. A batch and its checkpoint are written in one step, and only where
 * the checkpoint is the one that the batch begins at: no event is applied twice, whichever process works on the same generation.
 *
 * Redis writes one batch while the next one is folded. All goes over one connection, so a read sees the batch that was sent before it.
 */
export class GenerationBuilder {
  readonly #store: Store;
  readonly #keys: GenerationKeys;
  readonly #size: number;
  /** Orders as they are at `#position`. */
  readonly #orders = new Map<string, OrderRecord>();
  /** Where the generation is, as far as this process knows; null before the first batch, and when a batch was not written. */
  #position: LogPosition | null = null;
  /** What Redis says while this generation is being built. */
  readonly #building: string;
  /** Events that a later `event.voided` names; read when the first impossible event is met. */
  #voided: ReadonlySet<number> | null = null;

  /**
   * @param store on one connection of its own
   * @param keys those of the generation
   */
  constructor(store: Store, keys: GenerationKeys, size = eventsPerBatch) {
    this.#store = store;
    this.#keys = keys;
    this.#building = `${keys.gen} ${projectionCode}`;
    this.#size = size;
  }

  /**
   * Applies the log up to the first batch that is not full, and answers the position that is reached; null when the generation is not being
   * built any more. Checks positions and hash chain. Throws `PoisonEventError` at the first event that cannot be applied and was not voided:
   * nothing of its batch is written.
   *
   * @param onBatch called with each position that is reached
   */
  async catchUp(onBatch: (position: LogPosition) => Promise<void> | void): Promise<LogPosition | null> {
    for (;;) {
      const from = this.#position ?? (await this.#begin());
      if (from === null) return null;
      this.#position = null;
      this.#position = await this.#applyFrom(from, onBatch);
      if (this.#position !== null) return this.#position;
    }
  }

  /** Reads where the generation is; null when it is not being built any more. */
  async #begin(): Promise<LogPosition | null> {
    this.#orders.clear();
    const [checkpoint, building] = await this.#store.client.run((connection) =>
      Promise.all([connection.get(this.#keys.checkpoint), connection.hGet(redisKeys.builds, 'building')]),
    );
    return checkpoint === null || building !== this.#building ? null : decodeCheckpoint(checkpoint);
  }

  /** Answers the position that is reached, or null where another rebuild works on the generation as well. */
  async #applyFrom(
    from: LogPosition,
    onBatch: (position: LogPosition) => Promise<void> | void,
  ): Promise<LogPosition | null> {
    let position = from;
    let written: Promise<boolean> = Promise.resolve(true);
    for await (const entries of this.#store.events.batches(from.seq, { size: this.#size })) {
      const batch = await this.#fold(position, entries);
      if (!(await written) || batch === 'moved') return null;
      written = this.#write(batch);
      written.catch(() => undefined); // A failure reaches the code that awaits it.
      position = batch.end;
      await onBatch(position);
      if (entries.length < this.#size) break;
    }
    return (await written) ? position : null;
  }

  async #fold(start: LogPosition, entries: readonly RawEntry[]): Promise<FoldedBatch | 'moved'> {
    let impossible = false;
    try {
      const { events, end } = checked(start, entries);
      await this.#loadOrders(events);
      const changes = foldBatch(this.#orders, events, (error) => {
        impossible = this.#voided?.has(error.seq) !== true;
        if (impossible) throw error;
      });
      return { start, changes, end };
    } catch (error) {
      if (!(error instanceof PoisonEventError)) throw error;
      // Where another rebuild has applied these events meanwhile, none of them fits.
      const checkpoint = await this.#store.client.run((connection) => connection.get(this.#keys.checkpoint));
      if (checkpoint === encodeCheckpoint(start)) {
        if (!impossible || this.#voided !== null) throw error;
        this.#voided = await readVoided(this.#store.events, error.seq);
      }
      return 'moved';
    }
  }

  /** Reads the orders of these events that are not in memory. */
  async #loadOrders(events: readonly RecordedEvent[]): Promise<void> {
    for (const id of this.#orders.keys()) {
      if (this.#orders.size <= mostOrders) break;
      this.#orders.delete(id);
    }
    const ids = new Set<string>();
    for (const event of events)
      if (isOrderEvent(event) && !this.#orders.has(event.subject)) ids.add(event.subject);
    if (ids.size === 0) return;
    const keys = [...ids].map((id) => this.#keys.order(id));
    const stored = await this.#store.client.run((connection) => connection.mGet(keys));
    for (const [index, id] of [...ids].entries()) {
      const text = stored[index];
      if (text) this.#orders.set(id, decodeRecord(text));
    }
  }

  /** Answers whether the batch was written: not where another rebuild was faster, or this generation was given up. */
  async #write({ start, end, changes }: FoldedBatch): Promise<boolean> {
    const { orders, left, entered, fields, names } = changes;
    const { prefix, checkpoint, names: known } = this.#keys;
    const touched: string[] = [];
    const commands: string[] = [];
    const add = (name: string, key: string, ...more: readonly string[]): void => {
      touched.push(prefix + key);
      commands.push(name, String(more.length), ...more);
    };
    for (const [id, record] of orders) add('SET', `order:${id}`, encodeRecord(record));
    for (const [key, members] of left) add('ZREM', key, ...members);
    for (const [key, members] of entered) add('ZADD', key, ...members);
    for (const [key, changed] of fields) {
      for (const [field, change] of changed) {
        if ('set' in change) add('HSET', key, field, change.set);
        else add('HINCRBY', key, field, String(change.add));
      }
    }
    const sets = [...names.keys()].flatMap((name) => setsOfName(this.#keys, name));
    const keys = [checkpoint, redisKeys.builds, known, ...touched, ...sets];
    const words = [
      ...[encodeCheckpoint(start), encodeCheckpoint(end), this.#building],
      ...[String(touched.length), ...commands, ...names.keys()],
    ];
    const answer = await this.#store.client.run((connection) =>
      connection.eval(applyScript, { keys, arguments: words }),
    );
    return answer === 'OK';
  }
}

/** The events of these entries. Throws `PoisonEventError` at the first that is damaged. */
function checked(
  start: LogPosition,
  entries: readonly RawEntry[],
): { readonly events: RecordedEvent[]; readonly end: LogPosition } {
  const check = new ChainCheck(start);
  const events = entries.map(([id, fields]) => {
    const { seq, stored, event, faults } = check.check(id, fields);
    if (event !== null && faults.length === 0) return event;
    throw new PoisonEventError(stored ?? { seq, type: 'unreadable', subject: '' }, faults.join('; '));
  });
  return { events, end: check.position };
}
