import { DeadlineClient } from './deadline-client.ts';
import { Primary } from './primary.ts';
import type { RedisClient, RedisConnection } from './redis-connection.ts';
import { ReplicaWait, type ReplicaWaitListener } from './replica-wait.ts';

/**
 * Redis reads at most 16 KB of a connection (PROTO_IOBUF_LEN, eight appends) in one turn of its loop, and each turn ends
 * with one flush to disk. On a disk that flushes slowly, more connections put more appends behind the same flush.
 */
const connections = 4;
/** How many WAITs may be on their way at once: with one, who asks right after it was sent would wait for nearly two. */
const waits = 3;

/** Several connections, used in turn; calls made at the same time may arrive in another order. */
export class RoundRobinClient implements RedisClient {
  readonly #clients: readonly DeadlineClient[];
  /** What finds the primary for all of them. */
  readonly primary: Primary;
  readonly #waiting: readonly DeadlineClient[] = [];
  #turn = 0;

  /**
   * Each connection is opened on its first use.
   * @param address as `readRedisAddress` takes it
   * @param name name of the connections in CLIENT LIST
   * @param timeoutMs how long Redis may take to answer a call, connecting included; replicas may take twice as long, because a flush of theirs may be slow
   * @param replicas how many of them must have flushed what a call wrote before it is answered
   * @param onWaited hears of each wait for replicas
   */
  constructor(
    address: string,
    name: string,
    timeoutMs: number,
    replicas = 0,
    onWaited?: ReplicaWaitListener,
  ) {
    this.primary = new Primary(address, timeoutMs);
    let wait: ReplicaWait | null = null;
    if (replicas > 0) {
      const waitMs = 2 * timeoutMs;
      // More than a WAIT takes, so that one that ends without enough replicas is no lost connection.
      this.#waiting = Array.from(
        { length: waits },
        () => new DeadlineClient(this.primary, `${name}-wait`, waitMs + timeoutMs),
      );
      wait = new ReplicaWait(this.#waiting, replicas, waitMs, onWaited);
    }
    this.#clients = Array.from(
      { length: connections },
      () => new DeadlineClient(this.primary, name, timeoutMs, wait),
    );
  }

  run<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
    return this.#next().run(work);
  }

  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean> {
    return this.#next().compareAndSet(key, expected, value);
  }

  history(): string {
    return this.primary.history;
  }

  flushed(history: string): Promise<void> {
    return this.#next().flushed(history);
  }

  confirmed<T>(work: () => Promise<T>): Promise<T> {
    return this.#next().confirmed(work);
  }

  /** Ends every connection; calls in flight fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#clients, ...this.#waiting].map((client) => client.close()));
  }

  #next(): DeadlineClient {
    this.#turn = (this.#turn + 1) % this.#clients.length;
    return this.#clients[this.#turn] as DeadlineClient;
  }
}
