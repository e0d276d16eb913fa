import { setTimeout as delay } from 'node:timers/promises';
import { LogUnavailableError, messageOf } from './log-errors.ts';
import { askNode, type NodeState } from './node-state.ts';
import { type RedisPlaces, readRedisAddress, withoutPassword } from './redis-address.ts';
import { askSentinel, type WatchedPrimary } from './sentinel.ts';

/** The Redis that takes writes, and its history: what it holds since it became the primary. '' where nobody has to know it. */
export interface LocatedPrimary {
  readonly url: string;
  readonly history: string;
}

/** The log has gone on elsewhere, in a later epoch: whatever answers as a primary is none any more. */
class LaterEpochError extends LogUnavailableError {}

/** How often somebody looks whether another Redis has become the primary. */
const lookEveryMs = 1_000;

/**
 * Finds the primary among the configured places, and finds it again when it moves. Whatever was connected to another one hears of
 * that before anybody is connected to the new one: so an answer that comes after the move is of the new history.
 */
export class Primary {
  readonly #places: RedisPlaces;
  readonly #timeoutMs: number;
  readonly #askHistory: boolean;
  readonly #onMoved = new Set<() => void>();
  readonly #looking: NodeJS.Timeout | null;
  #known: LocatedPrimary | null = null;
  /** One search at a time, so that what is found last is what counts. */
  #finding: Promise<LocatedPrimary> | null = null;
  #history: string | null = null;
  #term = 0;
  /** The shop that was found last and its epoch: after a promotion no older primary counts, also while the new one is out of reach. */
  #newest = { shop: '', epoch: 0 };

  /**
   * @param address as `readRedisAddress` takes it; throws an Error when it is none
   * @param timeoutMs how long a call may take: half of it, 2 seconds at most, is given to a Redis that does not answer
   * @param askHistory whether the history of a single Redis matters, as it does where replicas are waited for
   */
  constructor(address: string, timeoutMs: number, askHistory = false) {
    const places = readRedisAddress(address);
    if (places === null) throw new Error('This is not the address of a Redis');
    this.#places = places;
    this.#timeoutMs = Math.min(timeoutMs / 2, 2_000);
    this.#askHistory = askHistory;
    const several = places.nodes.length > 1 || places.watchedBySentinels !== null;
    this.#looking = several ? setInterval(() => void this.#look(), lookEveryMs) : null;
    this.#looking?.unref();
  }

  /** The history that was found last; '' before the first search. */
  get history(): string {
    return this.#history ?? '';
  }

  /** Changes whenever the primary may have become another one, as with each lost connection: what was cached may be wrong then. */
  get term(): number {
    return this.#term;
  }

  /** Calls `listener` whenever another history was found than before, until the answer is called. */
  onMoved(listener: () => void): () => void {
    this.#onMoved.add(listener);
    return () => this.#onMoved.delete(listener);
  }

  /** The primary, looked for if nobody knows it. Throws `LogUnavailableError` where there is none, or more than one. */
  async locate(): Promise<LocatedPrimary> {
    const [only = ''] = this.#places.nodes;
    if (this.#looking === null && !this.#askHistory) return { url: only, history: '' };
    return this.#known ?? (await this.#search());
  }

  /** Looks for the primary anew with the next call, because what was found does not serve as one. */
  forget(): void {
    this.#known = null;
    this.#term += 1;
  }

  close(): void {
    if (this.#looking !== null) clearInterval(this.#looking);
  }

  #search(): Promise<LocatedPrimary> {
    this.#finding ??= this.#find()
      .then((found) => {
        const moved = this.#history !== null && this.#history !== found.history;
        this.#history = found.history;
        if (moved) this.#term += 1;
        if (moved) for (const listener of this.#onMoved) listener();
        // After the listeners: what they give up makes them forget the primary.
        this.#known = found;
        return found;
      })
      .catch((error: unknown) => {
        if (error instanceof LaterEpochError) this.#leave();
        throw error;
      })
      .finally(() => {
        this.#finding = null;
      });
    return this.#finding;
  }

  /** Has whatever is connected give that up: it may be an old primary that still takes writes. */
  #leave(): void {
    this.forget();
    for (const listener of this.#onMoved) listener();
  }

  async #look(): Promise<void> {
    // While nobody can be found, what is known stays: each call finds out for itself whether it serves.
    if (this.#known !== null) await this.#search().catch(() => undefined);
  }

  async #find(): Promise<LocatedPrimary> {
    const nodes = await this.#candidates();
    const asked = await Promise.allSettled(nodes.map((url) => askNode(url, this.#timeoutMs)));
    const states = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failure = asked.find((one) => one.status === 'rejected');
    const where = nodes.map(withoutPassword).join(', ');
    if (states.length === 0)
      throw new LogUnavailableError(`No Redis answers at ${where}: ${messageOf(failure?.reason)}`);
    const found = choosePrimary(states, where);
    this.#refuseOlder(found);
    return found;
  }

  /** Throws `LogUnavailableError` for a primary that another one has followed. */
  #refuseOlder({ url, shop, epoch }: NodeState): void {
    if (shop === '') return;
    if (shop === this.#newest.shop && epoch < this.#newest.epoch)
      throw new LaterEpochError(
        `${withoutPassword(url)} is the primary of epoch ${epoch}, and the shop is at epoch ${this.#newest.epoch}, whose primary does not answer`,
      );
    this.#newest = { shop, epoch };
  }

  /**
   * Counts the replicas that Sentinels would choose from; null where there are none. Throws `LogUnavailableError` when no Sentinel answers.
   */
  async watchedReplicas(): Promise<number | null> {
    const { watchedBySentinels: name } = this.#places;
    return name === null ? null : (await this.#askSentinels(name)).replicas;
  }

  /** Addresses of Redis itself. */
  async #candidates(): Promise<readonly string[]> {
    const { nodes, watchedBySentinels: name } = this.#places;
    if (name === null) return nodes;
    const { url } = await this.#askSentinels(name);
    return [url];
  }

  /** Asks all Sentinels at once: one that was cut off still tells of an old primary, so the last failover that any of them knows counts. */
  async #askSentinels(name: string): Promise<WatchedPrimary> {
    const { nodes } = this.#places;
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

/**
 * The one that takes writes: of several, as after the return of an old primary, that of the highest epoch. Throws
 * `LogUnavailableError` when none does, when a replica knows a later epoch, when two of the same epoch do, for then nobody can say
 * whose log counts, and when the nodes are not of one shop.
 */
function choosePrimary(states: readonly NodeState[], where: string): NodeState {
  const [one, other] = [
    ...new Map(states.flatMap((state) => (state.shop === '' ? [] : [[state.shop, state]]))).values(),
  ];
  if (one !== undefined && other !== undefined)
    throw new LogUnavailableError(
      `${withoutPassword(one.url)} holds the shop ${one.shop}, and ${withoutPassword(other.url)} the shop ${other.shop}: REDIS_URL must name the nodes of one shop`,
    );
  const primaries = states.filter((one) => one.isPrimary);
  const epoch = Math.max(...states.map((one) => one.epoch));
  const [first, second] = primaries.filter((one) => one.epoch === epoch);
  if (primaries.length === 0)
    throw new LogUnavailableError(`Every Redis that answers at ${where} is a replica: promote one`);
  if (first === undefined)
    throw new LaterEpochError(`The primary of epoch ${epoch} does not answer at ${where}: promote one`);
  if (second !== undefined)
    throw new LogUnavailableError(
      `${withoutPassword(first.url)} and ${withoutPassword(second.url)} both are primaries of epoch ${epoch}: promote the one that counts`,
    );
  return first;
}
