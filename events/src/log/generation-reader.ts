import { Projection } from '../orders/projection.ts';
import { type GenerationKeys, generationKeys } from './generation-keys.ts';
import { LogUnavailableError } from './log-errors.ts';
import { LogReader } from './log-reader.ts';
import type { PastEvents } from './past-events.ts';
import type { RedisClient, ScriptAnswer } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';
import { readHead } from './store-head.ts';

/** One read command of Redis: its name, its keys, further words. */
export interface GuardedRead {
  keys: readonly string[];
  words: readonly string[];
}

/** A read of one key. */
export function readOf(name: string, key: string, ...words: string[]): GuardedRead {
  return { keys: [key], words: [name, key, ...words] };
}

/** A read of several strings. */
export function readStrings(keys: readonly string[]): GuardedRead {
  return { keys, words: ['MGET', ...keys] };
}

/** The generation that was read is not in use any more; `follow` repeats the read. */
export class GenerationMovedError extends Error {}

/** How often a read follows a generation that moves under it; each move takes a whole rebuild. */
const mostMoves = 10;

/**
 * Reads the read models of the generation that is in use, and follows when that changes. It caches the generation's number,
 * so that a read needs no question first.
 */
export class GenerationReader {
  readonly #client: RedisClient;
  #keys: GenerationKeys | null = null;

  constructor(client: RedisClient) {
    this.#client = client;
  }

  /** The keys of the generation last seen. */
  async keys(): Promise<GenerationKeys> {
    return this.#keys ?? (await this.reload());
  }

  /** Asks Redis for the generation in use. Throws `StoreClosedError` when there is none. */
  async reload(): Promise<GenerationKeys> {
    const { gen } = await readHead(this.#client);
    this.#keys = generationKeys(gen);
    return this.#keys;
  }

  /** Repeats `work` with the keys of the new generation when the one that it read is not in use any more. */
  async follow<T>(work: (keys: GenerationKeys) => Promise<T>): Promise<T> {
    let keys = await this.keys();
    for (let turn = 0; turn < mostMoves; turn += 1) {
      try {
        return await work(keys);
      } catch (error) {
        if (!(error instanceof GenerationMovedError)) throw error;
        keys = await this.reload();
      }
    }
    throw new LogUnavailableError('The read models are being replaced again and again');
  }

  /** Answers of these reads, all taken at one moment. Throws `GenerationMovedError`. */
  async read(keys: GenerationKeys, reads: readonly GuardedRead[]): Promise<ScriptAnswer[]> {
    const touched = [redisKeys.meta, ...reads.flatMap((read) => read.keys)];
    const words = reads.flatMap((read) => [String(read.words.length), ...read.words]);
    const [state, ...answers] = await this.#client.run((connection) =>
      connection.readGeneration(touched, [String(keys.gen), ...words]),
    );
    if (state !== 'OK') throw new GenerationMovedError();
    return answers;
  }

  /** Answers of these reads of the generation in use, all taken at one moment. */
  readAll(readsIn: (keys: GenerationKeys) => readonly GuardedRead[]): Promise<ScriptAnswer[]> {
    return this.follow((keys) => this.read(keys, readsIn(keys)));
  }

  /** The stored text of an order, null when there is none. */
  order(id: string): Promise<string | null> {
    return this.readOne((keys) => readOf('GET', keys.order(id)));
  }

  /** The answer of one read, of the generation in use. */
  readOne<T>(readIn: (keys: GenerationKeys) => GuardedRead): Promise<T> {
    return this.readAll((keys) => [readIn(keys)]).then(([answer]) => answer as T);
  }
}

/** What commands and queries work with: the client that writes, and the reader on top of it. */
export interface Store {
  client: RedisClient;
  reader: GenerationReader;
  /** The whole log, also the events that have left Redis. */
  events: LogReader;
  /** How this release makes read models. */
  projection: Projection;
}

/** What a store may be told. */
export interface StoreOptions {
  /** Gives the events that have left Redis; without, whatever needs one of them is refused. */
  past?: PastEvents | undefined;
  /** Whose days sales are counted by (IANA), Asia/Dhaka unless told. Throws RangeError for a name that does not exist. */
  timeZone?: string | undefined;
}

/** The store behind a client. */
export const storeOf = (client: RedisClient, { past, timeZone }: StoreOptions = {}): Store => ({
  client,
  reader: new GenerationReader(client),
  events: new LogReader(client, past),
  projection: new Projection(timeZone),
});
