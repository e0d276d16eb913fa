import type { GenerationKeys } from '../log/generation-keys.ts';
import type { GenerationReader } from '../log/generation-reader.ts';
import { recordKeys } from '../log/record-keys.ts';
import type { OrderSource } from './order-sources.ts';

/** An order found in a set, by the seq of its first event. */
export interface FoundOrder {
  readonly id: string;
  readonly createdSeq: number;
}

/** Which part of a set to walk: created at or after `from` and before `below` (seqs). */
export interface SeqRange {
  readonly from: number;
  readonly below: number;
}

/** Nothing may keep Redis busy for long: a filtered walk looks at this many members per step at most. */
const longestStep = 2_000;

/** Walks one source from the newest order downwards, a step at a time. */
class SourceWalk {
  readonly #reader: GenerationReader;
  readonly #keys: GenerationKeys;
  readonly #source: OrderSource;
  readonly #from: number;
  #below: number | null;
  #step: number;
  #found: FoundOrder[] = [];

  constructor(
    reader: GenerationReader,
    keys: GenerationKeys,
    source: OrderSource,
    range: SeqRange,
    step: number,
  ) {
    this.#reader = reader;
    this.#keys = keys;
    this.#source = source;
    this.#from = range.from;
    this.#below = range.below;
    this.#step = Math.min(step, longestStep);
  }

  /** The newest order that was not taken yet, null at the end, or 'moved'. */
  async peek(): Promise<FoundOrder | null | 'moved'> {
    while (this.#found.length === 0 && this.#below !== null) {
      const max = Number.isFinite(this.#below) ? `(${this.#below}` : '+inf';
      const { driver, filters } = this.#source;
      const [state, last, ...list] = await this.#reader.client.run((connection) =>
        connection.walkOrders(
          [recordKeys.meta, driver, ...filters],
          [String(this.#keys.gen), max, String(this.#from), String(this.#step)],
        ),
      );
      if (state !== 'OK') return 'moved';
      this.#below = last === undefined || last === '' ? null : Number(last);
      this.#step = Math.min(this.#step * 2, longestStep);
      for (let index = 0; index + 1 < list.length; index += 2) {
        this.#found.push({ id: list[index] as string, createdSeq: Number(list[index + 1]) });
      }
    }
    return this.#found[0] ?? null;
  }

  take(): void {
    this.#found.shift();
  }
}

/** The newest `count` orders of all sources together, newest first. */
export async function walkSources(
  reader: GenerationReader,
  keys: GenerationKeys,
  sources: readonly OrderSource[],
  range: SeqRange,
  count: number,
): Promise<FoundOrder[] | 'moved'> {
  let walks = sources.map((source) => new SourceWalk(reader, keys, source, range, count));
  const taken: FoundOrder[] = [];
  while (taken.length < count && walks.length > 0) {
    const heads = await Promise.all(walks.map((walk) => walk.peek()));
    if (heads.includes('moved')) return 'moved';
    let best: { order: FoundOrder; walk: SourceWalk } | null = null;
    for (const [index, walk] of walks.entries()) {
      const order = heads[index] as FoundOrder | null;
      if (order !== null && (best === null || order.createdSeq > best.order.createdSeq))
        best = { order, walk };
    }
    if (best === null) break;
    taken.push(best.order);
    best.walk.take();
    walks = walks.filter((_, index) => heads[index] !== null);
  }
  return taken;
}
