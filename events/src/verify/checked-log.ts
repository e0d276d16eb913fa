import type { LogReader } from '../log/log-reader.ts';
import type { ChainCheck, LogPosition, ScannedEvent } from '../log/log-scan.ts';
import type { RawEntry } from '../log/read-events.ts';

/** Events that follow each other in the log, checked; the position of the last one, and the id of its entry. */
export interface CheckedBatch {
  readonly events: readonly ScannedEvent[];
  readonly position: LogPosition;
  readonly id: string;
  /** Continues behind the last one. */
  readonly next: ChainCheck;
}

/**
 * Reads the log from the position of `check` on, in checked batches of `size`. While the caller works on a batch, the next
 * one is read. At the end of the log it yields an empty batch, and after that what was appended since.
 */
export async function* checkedBatches(
  log: LogReader,
  check: ChainCheck,
  size: number,
): AsyncGenerator<CheckedBatch, never> {
  const read = (after: string): Promise<readonly RawEntry[]> => unwatched(log.entries(after, size));
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

/** Checks these entries; `last` is the id of the entry before them, for when there are none. */
export function checkedBatch(check: ChainCheck, entries: readonly RawEntry[], last: string): CheckedBatch {
  const events = entries.map(([id, fields]) => check.check(id, fields));
  return { events, position: check.position, id: entries.at(-1)?.[0] ?? last, next: check.fork() };
}

/**
 * Yields what `work` makes of each item, in their order, with at most `width` under way: while one waits for Redis, another
 * can compute.
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

/** Keeps a failure from being reported as unhandled when the consumer stops before it awaits the promise. */
function unwatched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
