import { changeRecords } from './change-records.ts';
import { DeadlineClient } from './deadline-client.ts';
import { LogUnavailableError } from './log-errors.ts';
import { Primary } from './primary.ts';
import { commandsOf, type RedisClient, type RedisConnection } from './redis-connection.ts';
import { PrimaryMovedError, ReplicaWait, type ReplicaWaitListener } from './replica-wait.ts';

/**
 * Redis reads at most 16 KB of a connection (PROTO_IOBUF_LEN, eight appends) in one turn of its loop, and each turn ends
 * with one flush to disk. On a disk that flushes slowly, more connections put more appends behind the same flush.
 */
const connectionsOfShop = 4;

/** How to reach Redis. */
interface LogClientOptions {
  /** Its address as `readRedisAddress` takes it, or what finds the primary. */
  place: string | Primary;
  /** Name of the connections in CLIENT LIST. */
  name: string;
  /** How long Redis may take to answer a call, connecting included; replicas may take twice as long, because a flush of theirs may be slow. */
  timeoutMs: number;
  /** How many replicas `flushed` waits for. */
  replicas?: number | undefined;
  onReplicaWait?: ReplicaWaitListener | undefined;
  /** One connection only, which never connects again: its answers come in the order of the questions. */
  once?: boolean;
}

/**
 * The client of the log: several connections, used in turn, each opened on its first use. Calls made at the same time may arrive in
 * another order.
 */
export class LogClient implements RedisClient {
  /** Finds the primary for all connections. */
  readonly primary: Primary;
  readonly commands = commandsOf((work) => this.run(work));
  readonly #clients: readonly DeadlineClient[];
  readonly #waiting: DeadlineClient;
  readonly #replicas: ReplicaWait | null;
  #turn = 0;

  constructor({ place, name, timeoutMs, replicas = 0, onReplicaWait, once = false }: LogClientOptions) {
    this.primary = typeof place === 'string' ? new Primary(place, timeoutMs) : place;
    const waitMs = 2 * timeoutMs;
    this.#clients = Array.from(
      { length: once ? 1 : connectionsOfShop },
      () => new DeadlineClient(this.primary, name, timeoutMs, once),
    );
    // Waits longer than a WAIT takes, so that one that ends without enough replicas is no lost connection.
    this.#waiting = new DeadlineClient(this.primary, `${name}-wait`, waitMs + timeoutMs);
    this.#replicas = replicas > 0 ? new ReplicaWait(this.#waiting, replicas, waitMs, onReplicaWait) : null;
  }

  run<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
    this.#turn = (this.#turn + 1) % this.#clients.length;
    return (this.#clients[this.#turn] as DeadlineClient).run(work);
  }

  compareAndSet(key: string, seen: string | null, value: string): Promise<boolean> {
    return changeRecords(this, [{ key, seen, value }]);
  }

  history(): string {
    return this.primary.history;
  }

  async flushed(history: string): Promise<void> {
    await this.#replicas?.flushed(history).catch((error: unknown) => {
      // The next call looks for the primary that has taken over.
      if (error instanceof PrimaryMovedError) for (const client of this.#clients) client.leave();
      throw error;
    });
  }

  async confirmed<T>(work: () => Promise<T>): Promise<T> {
    const history = this.history();
    const answer = await work().catch(async (error: unknown) => {
      // A refusal also reports stored state, such as "paid already".
      if (!(error instanceof LogUnavailableError)) await this.flushed(history);
      throw error;
    });
    await this.flushed(history);
    return answer;
  }

  /** Ends every connection; calls in flight fail. */
  async close(): Promise<void> {
    this.primary.close();
    for (const client of [...this.#clients, this.#waiting]) client.close();
  }
}
