import { AsyncLocalStorage } from 'node:async_hooks';
import {
  AbortError,
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  ReconnectStrategyError,
  SocketClosedUnexpectedlyError,
} from 'redis';
import { replicationIdOf } from './epoch.ts';
import { LogUnavailableError, messageOf } from './log-errors.ts';
import { Primary } from './primary.ts';
import { withoutPassword } from './redis-address.ts';
import type { RedisClient } from './redis-connection.ts';
import { createConnection, type RedisConnection, wasStored } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';
import { PrimaryMovedError, type ReplicaWait } from './replica-wait.ts';

const offline = [
  AbortError,
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ReconnectStrategyError,
  SocketClosedUnexpectedlyError,
];
/** Replies that say "not now" rather than "wrong": memory full, still loading, disk refuses, a replica, a busy script. */
const notNow =
  /^(OOM|LOADING|MISCONF|READONLY|BUSY|MASTERDOWN|NOAUTH|WRONGPASS|NOPERM|NOREPLICAS|CLUSTERDOWN|UNBLOCKED)\b/;

function isUnavailable(error: unknown): boolean {
  if (error instanceof ErrorReply) return notNow.test(error.message);
  if (offline.some((kind) => error instanceof kind)) return true;
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** What a server says that is not, or no longer, the one to write to: another connection may lead to the one that is. */
const elsewhere = /^(READONLY|MASTERDOWN|UNBLOCKED)\b/;

/** The use of a connection that a command belongs to, and whether one of its commands may have written. */
const calls = new AsyncLocalStorage<{ written: boolean }>();

/** The call that `confirmed` holds back: how many answers of Redis it has got, and how many of them replicas have confirmed. */
const confirmations = new AsyncLocalStorage<{ answers: number; confirmed: number }>();

function noteWrite(): void {
  const call = calls.getStore();
  if (call !== undefined) call.written = true;
}

const ended = 'The connection to the order log has ended';
/** How long a Redis may take to accept a connection (ms). */
const mostConnectMs = 10_000;
/** Long enough for the event loop to read what has arrived, short enough not to matter (ms). */
const lastReadMs = 30;

/**
 * Runs node-redis behind a deadline of our own, because its command timeout ends once a command has been written: a Redis
 * that hangs would hang the shop. A call that takes longer abandons its connection, and the next call connects anew; so does
 * the call after one that was refused by a replica, because the address may lead to the new master by now.
 */
export class DeadlineClient implements RedisClient {
  readonly #primary: Primary;
  readonly #name: string;
  readonly #timeoutMs: number;
  readonly #replicas: ReplicaWait | null;
  /** The history of the primary that each connection leads to. */
  readonly #histories = new WeakMap<RedisConnection, string>();
  #current: Promise<RedisConnection> | null = null;
  /** Whether `#current` has been found to lead to the primary. */
  #isOpen = false;
  #closed = false;
  readonly #once: boolean;
  /** The connection that is being opened. */
  #opening: RedisConnection | null = null;

  /**
   * @param place where to find the primary: its address, or what finds it
   * @param name name of the connection in CLIENT LIST
   * @param timeoutMs how long Redis may take to answer a call, connecting included; replicas are waited for after that
   * @param replicas holds back the answers to what was written; null: as soon as the primary has it, it is answered
   * @param once refuses every call after the first connection was lost
   */
  constructor(
    place: string | Primary,
    name: string,
    timeoutMs: number,
    replicas: ReplicaWait | null = null,
    once = false,
  ) {
    this.#once = once;
    this.#primary = typeof place === 'string' ? new Primary(place, timeoutMs) : place;
    this.#name = name;
    this.#timeoutMs = timeoutMs;
    this.#replicas = replicas;
    this.#primary.onMoved(() => {
      // One that is still being opened looks itself where it leads.
      if (this.#current !== null && this.#isOpen) this.#abandon(this.#current);
    });
  }

  async run<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
    if (this.#replicas === null) return this.#answer(work);
    const call = { written: false };
    let history = '';
    const answer = await this.#answer((connection) => {
      history = this.#histories.get(connection) ?? '';
      return calls.run(call, () => work(connection));
    }).finally(() => {
      const confirmation = confirmations.getStore();
      if (confirmation !== undefined) confirmation.answers += 1;
    });
    if (call.written) await this.flushed(history);
    return answer;
  }

  /** What `run` answers, before any replica is waited for. */
  async #answer<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
    if (this.#closed) throw new LogUnavailableError(ended);
    const connecting = this.#connected();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const giveUp = (): void => {
      this.#abandon(connecting);
      reject(new LogUnavailableError(`Redis did not answer within ${this.#timeoutMs} ms`));
    };
    // If this process itself was busy, the answer has arrived and only waits to be read: reads it first.
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, lastReadMs);
    }, this.#timeoutMs);
    connecting.then(work).then(resolve, reject);
    try {
      return await promise;
    } catch (error) {
      if (error instanceof LogUnavailableError || !isUnavailable(error)) throw error;
      if (error instanceof ErrorReply && elsewhere.test(error.message)) this.#leave(connecting);
      throw new LogUnavailableError(`Redis is not available: ${messageOf(error)}`, error);
    } finally {
      clearTimeout(timer);
    }
  }

  async compareAndSet(key: string, expected: string | null, value: string): Promise<boolean> {
    const seen = expected === null ? ['0', ''] : ['1', expected];
    const keys = [redisKeys.meta, key];
    return wasStored(await this.run((connection) => connection.putIfSame(keys, [...seen, value])));
  }

  history(): string {
    return this.#primary.history;
  }

  async flushed(history: string): Promise<void> {
    const confirmation = confirmations.getStore();
    const before = confirmation?.answers ?? 0;
    await this.#replicas?.flushed(history).catch((error: unknown) => {
      // The next call looks for the primary that has taken over.
      if (error instanceof PrimaryMovedError && this.#current !== null) this.#leave(this.#current);
      throw error;
    });
    // What came before the wait began is flushed, too; what came meanwhile may not be.
    if (confirmation !== undefined) confirmation.confirmed = Math.max(confirmation.confirmed, before);
  }

  async confirmed<T>(work: () => Promise<T>): Promise<T> {
    if (this.#replicas === null) return work();
    const history = this.history();
    // What it may take from the memory of this process counts as the first answer.
    const confirmation = { answers: 1, confirmed: 0 };
    const confirm = async (): Promise<void> => {
      if (confirmation.confirmed < confirmation.answers || this.history() !== history)
        await this.flushed(history);
    };
    return confirmations.run(confirmation, async () => {
      const answer = await work().catch(async (error: unknown) => {
        // A refusal tells of what is so, too: "paid already", "not there any more".
        if (!(error instanceof LogUnavailableError)) await confirm();
        throw error;
      });
      await confirm();
      return answer;
    });
  }

  /** Ends the connection; calls in flight fail. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#primary.close();
    const { promise, resolve } = Promise.withResolvers<void>();
    const connecting = this.#current;
    this.#current = null;
    // A Redis that accepts connections and does not answer would keep it open.
    if (this.#opening?.isOpen === true) this.#opening.destroy();
    if (connecting === null) return;
    connecting.then(
      (connection) => {
        if (connection.isOpen) connection.destroy();
        resolve();
      },
      () => resolve(),
    );
    await promise;
  }

  #connected(): Promise<RedisConnection> {
    if (this.#current !== null) return this.#current;
    const forget = (): void => {
      if (this.#once) this.#closed = true;
      if (this.#current === connecting) this.#current = null;
    };
    const connecting: Promise<RedisConnection> = this.#connect(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    this.#current = connecting;
    this.#isOpen = false;
    return connecting;
  }

  async #connect(onLost: () => void): Promise<RedisConnection> {
    const { url, history } = await this.#primary.locate();
    if (this.#closed) throw new LogUnavailableError(ended);
    const onWrite = this.#replicas === null ? undefined : noteWrite;
    const connection = createConnection(url, this.#name, Math.min(this.#timeoutMs, mostConnectMs), onWrite);
    this.#histories.set(connection, history);
    const lost = (): void => {
      this.#primary.forget();
      onLost();
    };
    // Each failure also rejects its calls; without a listener it would end the process.
    connection.on('error', lost);
    connection.on('end', lost);
    this.#opening = connection;
    await connection.connect();
    const found = replicationIdOf(await connection.info('replication'));
    if (history !== found || history !== this.#primary.history) {
      this.#primary.forget();
      connection.destroy();
      throw new LogUnavailableError(`The Redis at ${withoutPassword(url)} has changed its role`);
    }
    this.#isOpen = true;
    return connection;
  }

  /** Makes the next call connect anew; what is on its way still gets its answer. */
  #leave(connecting: Promise<RedisConnection>): void {
    if (this.#once) this.#closed = true;
    this.#primary.forget();
    if (this.#current === connecting) this.#current = null;
    connecting
      .then((connection) => (connection.isOpen ? connection.close() : undefined))
      // Another call has closed it already, or it was lost: either way it is gone.
      .catch(() => undefined);
  }

  #abandon(connecting: Promise<RedisConnection>): void {
    if (this.#once) this.#closed = true;
    this.#primary.forget();
    if (this.#current === connecting) this.#current = null;
    connecting.then(
      (connection) => {
        if (connection.isOpen) connection.destroy();
      },
      // The call that waited for this connection has failed already.
      () => undefined,
    );
  }
}
