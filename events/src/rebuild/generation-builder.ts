import { readFileSync } from 'node:fs';
import { ChainCheck, type LogPosition } from '../log/chain-check.ts';
import type { RawEntry } from '../log/event-fields.ts';
import { type GenerationKeys, setsOfName } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { decodeRecord, encodeRecord } from '../model/order-record.ts';
import type { RecordedEvent } from '../orders/order-event.ts';
import { type BatchChanges, projectBatch } from './batch.ts';
import { OrderFold, PoisonEventError } from './order-fold.ts';
import { readVoided } from './read-voided.ts';

const applyScript = readFileSync(new URL('apply-batch.lua', import.meta.url), 'utf8');

/** Events per batch. Redis does nothing else while it writes one. */
const eventsPerBatch = 200;
/** Orders that stay in memory: those of the last few batches, in which most of the next events fall. */
const mostOrders = 5_000;

/** Called with each position that is reached. */
type OnBatch = (position: LogPosition) => Promise<void> | void;

/** The text of a checkpoint: seq, hash and time of the last event that the generation has seen. */
export const encodeCheckpoint = ({ seq, hash, ts }: LogPosition): string => `${seq} ${hash} ${ts}`;

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
  readonly #fold: OrderFold;
  /** What Redis says while this generation is being built. */
  readonly #building: string;
  /** The checkpoint at which the records in memory are; null when they are not all written. */
  #reached: string | null = null;
  /** Events that a later `event.voided` names; read when the first impossible event is met. */
  #voided: ReadonlySet<number> | null = null;

  /**
   * @param store on one connection of its own
   * @param keys those of the generation
   */
  constructor(store: Store, keys: GenerationKeys, size = eventsPerBatch) {
    this.#store = store;
    this.#keys = keys;
    this.#size = size;
    this.#building = `${keys.gen} ${store.projection.code}`;
    this.#fold = new OrderFold({
      mostRecords: mostOrders,
      load: async (ids) => {
        const texts = await store.client.run((connection) => connection.mGet(ids.map(keys.order)));
        return ids.flatMap((id, index) => {
          const text = texts[index];
          return text ? [[id, decodeRecord(text)] as const] : [];
        });
      },
      onPoison: (error) => {
        if (this.#voided?.has(error.seq) !== true) throw error;
      },
    });
  }

  /**
   * Applies the log up to the event `until` or the first batch that is not full, and answers the position that is reached; null when the generation is not being
   * built any more. Checks positions and hash chain. Throws `PoisonEventError` at the first event that cannot be applied and was not voided:
   * nothing of its batch is written.
   */
  async catchUp(onBatch: OnBatch, until = Number.POSITIVE_INFINITY): Promise<LogPosition | null> {
    for (;;) {
      const [checkpoint, building] = await this.#store.client.run((connection) =>
        Promise.all([connection.get(this.#keys.checkpoint), connection.hGet(redisKeys.builds, 'building')]),
      );
      if (checkpoint === null || building !== this.#building) return null;
      if (checkpoint !== this.#reached) this.#fold.clear();
      this.#reached = null;
      const [seq, hash = '', ts] = checkpoint.split(' ');
      const chain = new ChainCheck({ seq: Number(seq), hash, ts: Number(ts) });
      if (!(await this.#applyBatches(chain, onBatch, until))) continue;
      this.#reached = encodeCheckpoint(chain.position);
      return chain.position;
    }
  }

  /** Answers whether all is written; else the batches have to begin anew at the checkpoint. */
  async #applyBatches(chain: ChainCheck, onBatch: OnBatch, until: number): Promise<boolean> {
    let written: Promise<boolean> = Promise.resolve(true);
    for await (const entries of this.#store.events.batches(chain.position.seq, { size: this.#size })) {
      const start = chain.position;
      const changes = await this.#changes(start, chain, entries);
      if (!(await written) || changes === null) return false;
      written = this.#write(start, chain.position, changes);
      written.catch(() => undefined); // A failure reaches the code that awaits it.
      await onBatch(chain.position);
      if (entries.length < this.#size || chain.position.seq >= until) break;
    }
    return written;
  }

  async #changes(
    start: LogPosition,
    chain: ChainCheck,
    entries: readonly RawEntry[],
  ): Promise<BatchChanges | null> {
    try {
      const events = await this.#fold.take(entries.map((entry) => soundEvent(chain, entry)));
      return projectBatch(this.#store.projection, events);
    } catch (error) {
      if (!(error instanceof PoisonEventError)) throw error;
      // Where another rebuild has applied these events meanwhile, none of them fits.
      const checkpoint = await this.#store.client.run((connection) => connection.get(this.#keys.checkpoint));
      if (checkpoint !== encodeCheckpoint(start)) return null;
      if (this.#voided !== null) throw error;
      this.#voided = await readVoided(this.#store.events, error.seq);
      return null;
    }
  }

  /** Answers whether the batch was written: not where another rebuild was faster, or this generation was given up. */
  async #write(start: LogPosition, end: LogPosition, changes: BatchChanges): Promise<boolean> {
    const { orders, left, entered, fields, names } = changes;
    const { prefix, checkpoint, names: known } = this.#keys;
    const touched: string[] = [];
    const commands: string[] = [];
    const add = (name: string, key: string, ...words: readonly string[]): void => {
      touched.push(prefix + key);
      commands.push(name, String(words.length), ...words);
    };
    for (const [id, record] of orders) add('SET', `order:${id}`, encodeRecord(record));
    for (const [key, members] of left) add('ZREM', key, ...members);
    for (const [key, members] of entered) add('ZADD', key, ...members);
    for (const [key, changed] of fields)
      for (const [field, change] of changed)
        if ('set' in change) add('HSET', key, field, change.set);
        else add('HINCRBY', key, field, String(change.add));
    const sets = [...names].flatMap((name) => setsOfName(this.#keys, name));
    const answer = await this.#store.client.run((connection) =>
      connection.eval(applyScript, {
        keys: [checkpoint, redisKeys.builds, known, ...touched, ...sets],
        arguments: [
          ...[encodeCheckpoint(start), encodeCheckpoint(end), this.#building],
          ...[String(touched.length), ...commands, ...names],
        ],
      }),
    );
    return answer === 'OK';
  }
}

/** The event of an entry. Throws `PoisonEventError` when it is damaged. */
function soundEvent(chain: ChainCheck, [id, fields]: RawEntry): RecordedEvent {
  const { seq, stored, event, faults } = chain.check(id, fields);
  if (event !== null && faults.length === 0) return event;
  throw new PoisonEventError(stored ?? { seq, type: 'unreadable', subject: '' }, faults.join('; '));
}
