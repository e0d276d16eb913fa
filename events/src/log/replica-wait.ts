import type { DeadlineClient } from './deadline-client.ts';
import { replicationIdOf } from './epoch.ts';
import { LogUnavailableError } from './log-errors.ts';

/** Those whose answers wait for the same replicas. */
interface Batch {
  readonly history: string;
  readonly done: Promise<void>;
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

/** A connection for WAIT, which holds up what is behind it. */
interface Lane {
  readonly client: DeadlineClient;
  /** Ends with the WAIT that is on its way, and with those that follow it. */
  running: Promise<void>;
  /** How many of them there are. */
  length: number;
  next: Batch | null;
}

/**
 * Holds answers back until replicas have flushed what they tell of. One WAIT serves everybody who asks before it is sent (group commit);
 * it is sent at once where a connection is free, else when the one that is on its way longest has ended. Redis counts a WAIT from the last
 * command of its connection, so INFO before it makes it cover everything that the primary had done by then; with `appendfsync always`,
 * a replica acknowledges what it has flushed (redis.io/docs, WAIT).
 */
export class ReplicaWait {
  readonly #lanes: readonly Lane[];
  readonly #replicas: number;
  readonly #timeoutMs: number;
  readonly #onWaited: ReplicaWaitListener;

  /**
   * @param clients connections that nothing else uses
   * @param replicas how many must have flushed
   * @param timeoutMs for how long they are waited for
   * @param onWaited hears of each WAIT
   */
  constructor(
    clients: readonly DeadlineClient[],
    replicas: number,
    timeoutMs: number,
    onWaited: ReplicaWaitListener = () => undefined,
  ) {
    this.#lanes = clients.map((client) => ({ client, running: Promise.resolve(), length: 0, next: null }));
    this.#replicas = replicas;
    this.#timeoutMs = timeoutMs;
    this.#onWaited = onWaited;
  }

  /**
   * Resolves when the replicas have flushed everything that the primary of this history had done by now. Throws `PrimaryMovedError`
   * where its history has ended, and `LogUnavailableError` when too few replicas answer in time: the outcome is then unknown.
   */
  flushed(history: string): Promise<void> {
    const joined = this.#lanes.find(({ next }) => next?.history === history)?.next;
    return joined?.done ?? this.#begin(this.#shortest(), history);
  }

  #shortest(): Lane {
    return this.#lanes.reduce((best, lane) => (lane.length < best.length ? lane : best));
  }

  #begin(lane: Lane, history: string): Promise<void> {
    const done = lane.running.then(() => {
      if (lane.next === batch) lane.next = null;
      return this.#measured(lane.client, history);
    });
    const batch: Batch = { history, done };
    lane.next = batch;
    lane.length += 1;
    lane.running = done
      .catch(() => undefined)
      .then(() => {
        lane.length -= 1;
      });
    return done;
  }

  async #measured(client: DeadlineClient, history: string): Promise<void> {
    const begun = performance.now();
    let confirmed = false;
    try {
      await this.#wait(client, history);
      confirmed = true;
    } finally {
      this.#onWaited((performance.now() - begun) / 1_000, confirmed);
    }
  }

  async #wait(client: DeadlineClient, history: string): Promise<void> {
    const [info, flushed] = await client.run((connection) =>
      Promise.all([connection.info('replication'), connection.wait(this.#replicas, this.#timeoutMs)]),
    );
    if (replicationIdOf(info) !== history) throw new PrimaryMovedError();
    if (flushed < this.#replicas)
      throw new LogUnavailableError(
        `Only ${flushed} of ${this.#replicas} replicas have confirmed: whether it is kept is unknown, the same again tells`,
      );
  }
}
