import type { DeadlineClient } from './deadline-client.ts';
import { replicationIdOf } from './epoch.ts';
import { LogUnavailableError } from './log-errors.ts';

/** Callers that share one WAIT. */
interface Batch {
  history: string;
  done: Promise<void>;
}

/** Hears of each WAIT: how many seconds it took, and whether enough replicas confirmed in time. */
export type ReplicaWaitListener = (seconds: number, confirmed: boolean) => void;

/** The primary is another one than the answer came from: what it said may be gone. */
export class PrimaryMovedError extends LogUnavailableError {
  constructor() {
    super('Another Redis has become the primary meanwhile');
    this.name = 'PrimaryMovedError';
  }
}

/**
 * Holds answers back until replicas have flushed what they tell of. One WAIT at a time is on its way; one more serves everybody who asks meanwhile
 * (group commit). Redis counts a WAIT from the last command of its connection, so INFO before it makes it cover everything that the primary had
 * done by then; with `appendfsync always`, a replica acknowledges what it has flushed (redis.io/docs, WAIT).
 */
export class ReplicaWait {
  readonly #client: DeadlineClient;
  readonly #replicas: number;
  readonly #timeoutMs: number;
  readonly #onWaited: ReplicaWaitListener;
  #running: Promise<void> = Promise.resolve();
  #next: Batch | null = null;

  /**
   * @param client a connection that nothing else uses
   * @param replicas how many must have flushed
   * @param timeoutMs for how long they are waited for
   * @param onWaited called after each WAIT
   */
  constructor(
    client: DeadlineClient,
    replicas: number,
    timeoutMs: number,
    onWaited: ReplicaWaitListener = () => undefined,
  ) {
    this.#client = client;
    this.#replicas = replicas;
    this.#timeoutMs = timeoutMs;
    this.#onWaited = onWaited;
  }

  /**
   * Resolves when the replicas have flushed everything that the primary of this history had done by now. Throws `PrimaryMovedError`
   * where its history has ended, and `LogUnavailableError` when too few replicas answer in time: the outcome is then unknown.
   */
  flushed(history: string): Promise<void> {
    if (this.#next?.history === history) return this.#next.done;
    const done = this.#running.then(() => {
      if (this.#next === batch) this.#next = null;
      return this.#wait(history);
    });
    const batch: Batch = { history, done };
    this.#next = batch;
    this.#running = done.catch(() => undefined);
    return done;
  }

  async #wait(history: string): Promise<void> {
    const begun = performance.now();
    let confirmed = false;
    try {
      const [info, flushed] = await this.#client.run((connection) =>
        Promise.all([connection.info('replication'), connection.wait(this.#replicas, this.#timeoutMs)]),
      );
      if (replicationIdOf(info) !== history) throw new PrimaryMovedError();
      if (flushed < this.#replicas)
        throw new LogUnavailableError(
          `Only ${flushed} of ${this.#replicas} replicas have confirmed: whether it is kept is unknown, the same again tells`,
        );
      confirmed = true;
    } finally {
      this.#onWaited((performance.now() - begun) / 1_000, confirmed);
    }
  }
}
