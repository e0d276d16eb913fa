import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readStrings } from '../log/generation-reader.ts';
import type { LostEvents } from '../log/past-events.ts';
import { Differences } from '../model/difference.ts';
import { decodeRecord } from '../model/order-record.ts';
import { liveStatuses } from '../orders/order-state.ts';

/** Orders per read. */
const perRead = 500;

/** Names the events that have left Redis and cannot be read, and the orders that they belong to: their documents list them. */
export class LostOrders {
  readonly differences = new Differences();
  readonly #lost = new Map<number, LostEvents>();

  /** Takes note of lost events, which are named once. */
  take(lost: LostEvents): void {
    if (this.#lost.has(lost.from)) return;
    this.#lost.set(lost.from, lost);
    this.differences.add('log', lost.from, 'archive', `events ${lost.from} to ${lost.to}: ${lost.what}`);
  }

  /** Names the orders concerned. Answers 'moved' when the generation is replaced meanwhile. */
  async finish(redis: Redis, reader: GenerationReader, keys: GenerationKeys): Promise<'done' | 'moved'> {
    if (this.#lost.size === 0) return 'done';
    const last = Math.max(...[...this.#lost.values()].map(({ to }) => to));
    // A deleted order stands where it was deleted, any other where it was placed.
    const concerned = new Map<string, number[]>();
    const sets = [
      ...liveStatuses.map((status) => [keys.set(status), String(last)] as const),
      [keys.deleted, '+inf'] as const,
    ];
    for (const [set, to] of sets) {
      for (let from = '-inf'; ; ) {
        const part = await redis.zrangebyscore(set, from, to, 'WITHSCORES', 'LIMIT', 0, perRead);
        const ids = part.filter((_, at) => at % 2 === 0);
        if (ids.length === 0) break;
        const texts = await reader.read(keys, [readStrings(ids.map((id) => keys.order(id)))]);
        if (texts === 'moved') return texts;
        for (const [at, id] of ids.entries()) {
          const seqs = this.#lostOf((texts[0] as (string | null)[])[at] ?? null);
          if (seqs.length > 0) concerned.set(id, seqs);
        }
        from = `(${part.at(-1)}`;
      }
    }
    for (const [id, seqs] of concerned)
      this.differences.add(
        'order',
        seqs[0] ?? null,
        id,
        `the archive cannot give its events ${seqs.join(', ')}`,
      );
    return 'done';
  }

  /** Those events of a stored order that are lost. */
  #lostOf(text: string | null): number[] {
    const lost = [...this.#lost.values()];
    return historyOf(text).filter((seq) => lost.some(({ from, to }) => seq >= from && seq <= to));
  }
}

/** A document that cannot be read is a difference of its own. */
function historyOf(text: string | null): number[] {
  try {
    return text === null ? [] : decodeRecord(text).history.map(({ seq }) => seq);
  } catch {
    return [];
  }
}
