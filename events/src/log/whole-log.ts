import type { LogReader } from './log-reader.ts';
import type { RawEntry } from './read-events.ts';

/** Entries per read: a few milliseconds of Redis's time. */
const perRead = 500;

/** How to read: until the signal aborts, so many entries at once. */
interface LogReading {
  readonly signal?: AbortSignal | undefined;
  readonly size?: number;
}

/**
 * Reads the log from the entry after an id or a seq to its end, read by read. While the caller works on some entries, the
 * next ones are read. Throws the signal's reason when it is aborted.
 */
export async function* wholeLog(
  log: Pick<LogReader, 'entries'>,
  after: number | string,
  { signal, size = perRead }: LogReading = {},
): AsyncGenerator<readonly RawEntry[], void> {
  const read = (from: number | string): Promise<readonly RawEntry[]> => {
    const entries = log.entries(from, size);
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
