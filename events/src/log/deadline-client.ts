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
import type { Primary } from './primary.ts';
import { withoutPassword } from './redis-address.ts';
import { createConnection, type RedisConnection } from './redis-connection.ts';
import { lastReadMs } from './visit.ts';

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

const ended = 'The connection to the order log is closed';
/** How long a Redis may take to accept a connection (ms). */
const mostConnectMs = 10_000;

/** A connection that is open, or is being opened. */
interface Link {
  ready: Promise<RedisConnection>;
  connection: RedisConnection | null;
  /** Whether it has been found to lead to the primary. */
  isOpen: boolean;
}

/**
 * Runs node-redis on one connection behind a deadline of our own, because its command timeout ends once a command has been written: a Redis
 * that hangs would hang the shop. A call that takes longer gives up the connection, and the next call connects anew; so does
 * the call after one that was refused by a replica, because the address may lead to the new primary by now.
 */
export class DeadlineClient {
  readonly #primary: Primary;
  readonly #name: string;
  readonly #timeoutMs: number;
  readonly #once: boolean;
  #link: Link | null = null;
  #closed = false;

  /**
   * @param name name of the connection in CLIENT LIST
   * @param timeoutMs how long Redis may take to answer a call, connecting included
   * @param once refuses every call after the first connection was lost
   */
  constructor(primary: Primary, name: string, timeoutMs: number, once = false) {
    this.#primary = primary;
    this.#name = name;
    this.#timeoutMs = timeoutMs;
    this.#once = once;
    primary.onMoved(() => {
      // One that is still being opened looks itself where it leads.
      if (this.#link?.isOpen === true) this.#drop(this.#link);
    });
  }

  /** Runs commands. Throws `LogUnavailableError`; the outcome of a write is then unknown. */
  async run<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
    if (this.#closed) throw new LogUnavailableError(ended);
    this.#link ??= this.#open();
    const link = this.#link;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const giveUp = (): void => {
      this.#drop(link);
      reject(new LogUnavailableError(`Redis did not answer within ${this.#timeoutMs} ms`));
    };
    // If this process itself was busy, the answer has arrived and only waits to be read: reads it first.
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, lastReadMs);
    }, this.#timeoutMs);
    link.ready.then(work).then(resolve, reject);
    try {
      return await promise;
    } catch (error) {
      if (error instanceof LogUnavailableError || !isUnavailable(error)) throw error;
      if (error instanceof ErrorReply && elsewhere.test(error.message)) this.#drop(link, 'after its answers');
      throw new LogUnavailableError(`Redis is not available: ${messageOf(error)}`, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Has the next call connect anew; calls in flight still get their answers. */
  leave(): void {
    if (this.#link !== null) this.#drop(this.#link, 'after its answers');
  }

  /** Ends the connection; calls in flight fail. */
  close(): void {
    this.#closed = true;
    if (this.#link !== null) this.#drop(this.#link);
  }

  #open(): Link {
    const link: Link = { ready: Promise.reject(), connection: null, isOpen: false };
    link.ready.catch(() => undefined);
    link.ready = this.#connect(link).catch((error: unknown) => {
      this.#drop(link);
      throw error;
    });
    return link;
  }

  async #connect(link: Link): Promise<RedisConnection> {
    const { url, history } = await this.#primary.locate();
    if (this.#link !== link) throw new LogUnavailableError(ended);
    const connectMs = Math.min(this.#timeoutMs, mostConnectMs);
    const connection = createConnection(url, this.#name, connectMs);
    link.connection = connection;
    // Each failure also rejects its calls; without a listener it would end the process.
    connection.on('error', () => this.#drop(link));
    connection.on('end', () => this.#drop(link));
    await connection.connect();
    const found = replicationIdOf(await connection.info('replication'));
    if (history !== found || history !== this.#primary.history)
      throw new LogUnavailableError(`The Redis at ${withoutPassword(url)} has changed its role`);
    link.isOpen = true;
    return connection;
  }

  /** Gives a connection up: the next call looks for the primary and connects anew. */
  #drop(link: Link, when: 'now' | 'after its answers' = 'now'): void {
    if (this.#link === link) {
      this.#link = null;
      this.#primary.forget();
      if (this.#once) this.#closed = true;
    }
    if (link.connection?.isOpen !== true) return;
    if (when === 'now') link.connection.destroy();
    // It may be lost before its last answer: either way it is gone.
    else link.connection.close().catch(() => undefined);
  }
}
