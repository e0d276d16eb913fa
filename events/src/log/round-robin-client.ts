import { DeadlineClient } from './deadline-client.ts';
import type { RedisClient, RedisConnection } from './redis-connection.ts';

/**
 * Redis reads at most 16 KB of a connection (PROTO_IOBUF_LEN, eight appends) in one turn of its loop, and each turn ends
 * with one flush to disk. On a disk that flushes slowly, more connections put more appends behind the same flush.
 */
const connections = 4;

/** Several connections, used in turn; calls made at the same time may arrive in another order. */
export class RoundRobinClient implements RedisClient {
  readonly #clients: readonly DeadlineClient[];
  #turn = 0;

  /** Takes the parameters of `DeadlineClient`; each connection is opened on its first use. */
  constructor(...options: ConstructorParameters<typeof DeadlineClient>) {
    this.#clients = Array.from({ length: connections }, () => new DeadlineClient(...options));
  }

  run<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
    return this.#next().run(work);
  }

  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean> {
    return this.#next().compareAndSet(key, expected, value);
  }

  /** Ends every connection; calls in flight fail. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  #next(): DeadlineClient {
    this.#turn = (this.#turn + 1) % this.#clients.length;
    return this.#clients[this.#turn] as DeadlineClient;
  }
}
