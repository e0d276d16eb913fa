import { setTimeout as delay } from 'node:timers/promises';
import { joinHistory } from './epoch.ts';
import { LogUnavailableError, messageOf, StoreClosedError } from './log-errors.ts';
import { addressAt, type RedisPlace, readRedisAddress, withoutPassword } from './redis-address.ts';
import { visit } from './visit.ts';

/** The Redis that takes writes, and its replication id. */
export interface LocatedPrimary {
  url: string;
  history: string;
}

/** How often Sentinels are asked whether another Redis has become the primary. */
const lookEveryMs = 1_000;

/**
 * Finds the primary, and finds it again when another Redis takes over. Every connection to the former primary is given up before one to
 * the new primary is opened, so an answer that comes after the move is of the new history.
 */
export class Primary {
  readonly #place: RedisPlace;
  readonly #timeoutMs: number;
  readonly #onMoved = new Set<() => void>();
  readonly #looking: NodeJS.Timeout;
  #known: LocatedPrimary | null = null;
  /** One search at a time, so that what is found last is what counts. */
  #finding: Promise<LocatedPrimary> | null = null;
  #history: string | null = null;
  #isCurrent = true;
  #term = 0;

  /**
   * @param address as `readRedisAddress` takes it; throws an Error when it is none
   * @param timeoutMs how long a call may take: one Redis gets all of it to answer, Sentinels and the primary half of it each and 2 seconds at most
   */
  constructor(address: string, timeoutMs: number) {
    const place = readRedisAddress(address);
    if (place === null) throw new Error('This is not the address of a Redis');
    this.#place = place;
    // Sentinels and then the primary are asked within one call.
    this.#timeoutMs = place.watchedBySentinels === null ? timeoutMs : Math.min(timeoutMs / 2, 2_000);
    this.#looking = setInterval(() => void this.#look(), lookEveryMs);
    this.#looking.unref();
  }

  /** The replication id that was found last; '' before the first search. */
  get history(): string {
    return this.#history ?? '';
  }

  /** Changes whenever the primary may have become another one, as with each lost connection: a cache may be stale then. */
  get term(): number {
    return this.#term;
  }

  /** Calls `listener` whenever another history was found than before, until the answer is called. */
  onMoved(listener: () => void): () => void {
    this.#onMoved.add(listener);
    return () => this.#onMoved.delete(listener);
  }

  /** The primary, searched unless it is known. Throws `LogUnavailableError` when none answers. */
  async locate(): Promise<LocatedPrimary> {
    return this.#known ?? (await this.#search());
  }

  /** Has the next call search the primary anew. */
  forget(): void {
    this.#known = null;
    this.#term += 1;
  }

  close(): void {
    clearInterval(this.#looking);
  }

  #search(): Promise<LocatedPrimary> {
    this.#finding ??= this.#find()
      .then((found) => {
        const moved = this.#history !== null && this.#history !== found.history;
        this.#history = found.history;
        if (moved) this.#term += 1;
        if (moved) for (const listener of this.#onMoved) listener();
        // After the listeners: giving up their connections makes them forget the primary.
        this.#known = found;
        return found;
      })
      .finally(() => {
        this.#finding = null;
      });
    return this.#finding;
  }

  async #look(): Promise<void> {
    if (this.#known === null || (this.#place.watchedBySentinels === null && this.#isCurrent)) return;
    // While none is found, the known one stays: each call finds out for itself whether it serves.
    await this.#search().catch(() => undefined);
  }

  async #find(): Promise<LocatedPrimary> {
    const { nodes, watchedBySentinels: name } = this.#place;
    const url = name === null ? (nodes[0] as string) : (await this.#askSentinels(name)).url;
    const { history, isCurrent } = await visit(url, this.#timeoutMs, (connection) =>
      joinHistory(connection, name !== null),
    ).catch((error: unknown) => {
      if (error instanceof StoreClosedError) throw error;
      throw new LogUnavailableError(
        `No Redis answers at ${withoutPassword(url)}: ${messageOf(error)}`,
        error,
      );
    });
    this.#isCurrent = isCurrent;
    return { url, history };
  }

  /** Counts the replicas that Sentinels would choose from; null without Sentinels. Throws `LogUnavailableError` when no Sentinel answers. */
  async watchedReplicas(): Promise<number | null> {
    const { watchedBySentinels: name } = this.#place;
    return name === null ? null : (await this.#askSentinels(name)).replicas;
  }

  /** Asks all Sentinels at once: one that was cut off still names the former primary, so the last failover that any of them knows counts. */
  async #askSentinels(name: string): Promise<WatchedPrimary> {
    const { nodes } = this.#place;
    const answers: WatchedPrimary[] = [];
    const asking = Promise.all(
      nodes.map(async (node) => {
        const answer = await askSentinel(node, name, this.#timeoutMs);
        if (answer !== null) answers.push(answer);
      }),
    );
    // Where one has answered, a silent one is waited for half the time: enough is left to ask the primary itself.
    await Promise.race([asking, delay(this.#timeoutMs / 2)]);
    if (answers.length === 0) await asking;
    const [last] = answers.toSorted((one, other) => other.failover - one.failover);
    if (last === undefined)
      throw new LogUnavailableError(
        `No Sentinel at ${nodes.map(withoutPassword).join(', ')} knows "${name}"`,
      );
    return last;
  }
}

/** The primary that a Sentinel names. */
interface WatchedPrimary {
  url: string;
  /** Sentinel's config-epoch: it grows with each failover, and the view with the highest one counts (redis.io/docs, Sentinel). */
  failover: number;
  /** How many replicas it would choose from. */
  replicas: number;
}

/** Asks a Sentinel for the primary that it calls `name`; null where it does not know it, or does not answer in time. */
async function askSentinel(node: string, name: string, timeoutMs: number): Promise<WatchedPrimary | null> {
  const sentinel = new URL(node);
  sentinel.username = '';
  sentinel.password = '';
  const answer = await visit(sentinel.href, timeoutMs, (connection) =>
    connection.sendCommand<Partial<Record<string, string>>>(['SENTINEL', 'MASTER', name]),
  ).catch(() => null);
  if (answer === null) return null;
  return {
    url: addressAt(node, answer.ip ?? '', answer.port ?? ''),
    failover: Number(answer['config-epoch']),
    replicas: Number(answer['num-slaves']),
  };
}
