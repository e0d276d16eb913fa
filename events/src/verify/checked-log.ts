import type { Redis } from 'ioredis';
import type { ChainCheck, LogPosition, ScannedEvent } from '../log/log-scan.ts';
import { type RawEntry, rawEntries } from '../log/read-events.ts';

/** Events that follow each other in the log, checked; the position of the last one, and the id of its entry. */
export interface CheckedBatch {
  readonly events: readonly ScannedEvent[];
  readonly position: LogPosition;
  readonly id: string;
  /** Goes on behind the last one. */
  readonly next: ChainCheck;
}

/**
 * The log from the position of `check` on, in batches of `size`, each checked. While the caller works on a batch, Redis reads
 * the next one. At the end of the log it gives an empty batch; who asks again gets what was appended since.
 */
export async function* checkedBatches(
  redis: Redis,
  check: ChainCheck,
  size: number,
): AsyncGenerator<CheckedBatch, never> {
  const read = (after: string): Promise<readonly RawEntry[]> => unwatched(rawEntries(redis, after, size));
  let last = `${check.position.seq}-0`;
  let reading = read(last);
  for (;;) {
    const entries = await reading;
    last = entries.at(-1)?.[0] ?? last;
    if (entries.length > 0) reading = read(last);
    yield checkedBatch(check, entries, last);
    if (entries.length === 0) reading = read(last);
  }
}

/** These entries, checked; `last` is the id of the entry before them, if there are none. */
export function checkedBatch(check: ChainCheck, entries: readonly RawEntry[], last: string): CheckedBatch {
  const events = entries.map(([id, fields]) => check.check(id, fields));
  return { events, position: check.position, id: entries.at(-1)?.[0] ?? last, next: check.fork() };
}

/**
 * What `work` makes of each item, in their order, at most `width` at work at once: while one waits for Redis, another can
 * compute. Work begins in the order of the items too.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void> {
  const atWork: Promise<R>[] = [];
  for await (const item of items) {
    atWork.push(unwatched(work(item)));
    if (atWork.length === width) yield (await atWork.shift()) as R;
  }
  for (const result of atWork) yield await result;
}

/** Who stops in the middle leaves work behind whose failure concerns nobody any more. */
function unwatched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
