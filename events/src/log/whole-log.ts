import type { Redis } from 'ioredis';
import { type RawEntry, rawEntries } from './read-events.ts';

/** Entries per read: a few milliseconds of Redis's time. */
const perRead = 500;

/** How to read: until the signal aborts, so many entries at once, another stream than the log. */
interface LogReading {
  readonly signal?: AbortSignal | undefined;
  readonly size?: number;
  readonly key?: string;
}

/**
 * Reads the log from the entry after an id or a seq to its end, read by read. While the caller works on some entries, Redis
 * reads the next ones. Throws the signal's reason when it is aborted.
 */
export async function* wholeLog(
  redis: Redis,
  after: number | string,
  { signal, size = perRead, key }: LogReading = {},
): AsyncGenerator<readonly RawEntry[], void> {
  const read = (from: number | string): Promise<readonly RawEntry[]> => {
    const entries = rawEntries(redis, from, size, key);
    entries.catch(() => undefined); // A failure reaches the code that awaits it.
    return entries;
  };
  for (let reading = read(after); ; ) {
    signal?.throwIfAborted();
    const entries = await reading;
    const last = entries.at(-1);
    if (last === undefined) return;
    reading = read(last[0]);
    yield entries;
  }
}
