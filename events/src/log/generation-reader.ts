import { type GenerationKeys, generationKeys } from './generation-keys.ts';
import { LogUnavailableError } from './log-errors.ts';
import { recordKeys } from './record-keys.ts';
import type { RecordClient, ScriptAnswer } from './redis-connection.ts';

/** One read command of Redis: its name, the key, further words. Only MGET and ZINTERCARD name more than one key. */
export interface GuardedRead {
  readonly keys: readonly string[];
  readonly words: readonly string[];
}

/** A read of one key. */
export function readOf(name: string, key: string, ...words: string[]): GuardedRead {
  return { keys: [key], words: [name, key, ...words] };
}

/** How often a read or write follows a generation that moves under it; each move takes a whole rebuild. */
const patience = 10;

/**
 * Reads the read models of the generation that is in use, and follows when that changes. One instance per client keeps the
 * number, so that a read needs no question first.
 */
export class GenerationReader {
  readonly client: RecordClient;
  #keys: GenerationKeys | null = null;

  /** @param client the deadline client to read through */
  constructor(client: RecordClient) {
    this.client = client;
  }

  /** The keys of the generation last seen. */
  async keys(): Promise<GenerationKeys> {
    return this.#keys ?? (await this.reload());
  }

  /** Asks Redis for the generation in use. */
  async reload(): Promise<GenerationKeys> {
    const gen = await this.client.run((connection) => connection.hGet(recordKeys.meta, 'gen'));
    if (gen === null || gen === undefined)
      throw new LogUnavailableError('No order log is open in this Redis');
    this.#keys = generationKeys(Number(gen));
    return this.#keys;
  }

  /** Redoes `work` with the keys of the new generation whenever it answers 'moved'. */
  async follow<T>(work: (keys: GenerationKeys) => Promise<T | 'moved'>): Promise<T> {
    let keys = await this.keys();
    for (let turn = 0; turn < patience; turn += 1) {
      const result = await work(keys);
      if (result !== 'moved') return result;
      keys = await this.reload();
    }
    throw new LogUnavailableError('The read models are being replaced again and again');
  }

  /** Answers of these reads, all taken at one moment, or 'moved' when the generation is not in use any more. */
  async read(keys: GenerationKeys, reads: readonly GuardedRead[]): Promise<ScriptAnswer[] | 'moved'> {
    const touched = [recordKeys.meta, ...reads.flatMap((read) => read.keys)];
    const words = reads.flatMap((read) => [String(read.words.length), ...read.words]);
    const [state, ...answers] = await this.client.run((connection) =>
      connection.readGeneration(touched, [String(keys.gen), ...words]),
    );
    return state === 'OK' ? answers : 'moved';
  }
}
