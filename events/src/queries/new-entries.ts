import { Redis } from 'ioredis';
import { LogUnavailableError } from '../log/log-errors.ts';
import type { Primary } from '../log/primary.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** How long one call waits for an entry (ms). */
const blockMs = 2_000;

/** Waits for new entries of the log, on a connection of its own: a blocking read holds up everything behind it. */
export class NewEntries {
  readonly #primary: Primary;
  readonly #stopListening: () => void;
  #redis: Redis | null = null;
  #isClosed = false;

  constructor(primary: Primary) {
    this.#primary = primary;
    this.#stopListening = primary.onMoved(() => this.#leave());
  }

  /** Resolves when there is an entry after an id, or some seconds later. Throws `LogUnavailableError`. */
  async after(id: string): Promise<void> {
    try {
      const redis = this.#redis ?? (await this.#connect());
      await redis.xreadBuffer('COUNT', 1, 'BLOCK', blockMs, 'STREAMS', redisKeys.events, id);
    } catch (error) {
      this.#leave();
      throw new LogUnavailableError('The log cannot be waited on', error);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#leave();
  }

  async #connect(): Promise<Redis> {
    const { url } = await this.#primary.locate();
    if (this.#isClosed) throw new Error('Closed');
    this.#redis = new Redis(url, {
      connectionName: 'karigar-tail',
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      autoResendUnfulfilledCommands: false,
      // A Redis that hangs answers no blocking read.
      commandTimeout: 2 * blockMs,
    });
    // Every command that a lost connection concerns rejects on its own.
    this.#redis.on('error', () => undefined);
    return this.#redis;
  }

  #leave(): void {
    this.#redis?.disconnect();
    this.#redis = null;
  }
}
