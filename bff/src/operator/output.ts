/** Where a command writes: the standard streams of its process, unless it is given others. */
export interface Streams {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

/** How a command talks to a person, or to a machine. */
export type Output = ReturnType<typeof makeOutput>;

const progressEveryMs = 5_000;

/** Opens the output of a command; with `json` it is for machines. */
export function makeOutput(json: boolean, { stdout, stderr }: Streams) {
  const unread = new AbortController();
  // The listeners stay: the news that a pipe is closed comes after the write, maybe the last one.
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      unread.abort();
    });
  let complained = false;
  const write = (stream: NodeJS.WritableStream, line: string) => stream.write(`${printable(line)}\n`);
  return {
    /** Aborted when the reader of the output has closed it, as `| head` does. */
    unread: unread.signal as AbortSignal,
    /** Says what went wrong on standard error, also with --json; the exit code is then 1. */
    complain(text: string) {
      complained = true;
      for (const line of text.split('\n')) write(stderr, line);
    },
    complained: () => complained,
    /** A line for people; nothing with --json. */
    line(text: string) {
      if (!json) write(stdout, text);
    },
    /** The result, or one of several: a line of JSON with --json, otherwise lines for people. */
    result(value: unknown, lines: readonly (string | false)[]) {
      if (json) write(stdout, JSON.stringify(value));
      else for (const line of lines) if (line !== false) write(stdout, line);
    },
    /**
     * Makes what shows how far long work is, on a terminal every few seconds: what is piped on or mailed by a timer holds results and errors alone.
     * The total may grow while the shop is open.
     */
    progress(what: string) {
      let shownAt = performance.now();
      return (done: number, total: number): void => {
        if (stderr.isTTY !== true || performance.now() < shownAt + progressEveryMs) return;
        shownAt = performance.now();
        write(stderr, `${what}: ${done} of ${Math.max(done, total)}`);
      };
    },
  };
}

/**
 * Escapes what moves the cursor, makes another line or turns the writing round: names and addresses come from
 * customers, who must not draw on an operator's terminal. JSON stays the same value.
 */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const known = JSON.stringify(character).slice(1, -1);
    return known.startsWith('\\') ? known : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** A time as operators write and read it. */
export const isoTime = (ms: number | null): string => (ms === null ? '-' : new Date(ms).toISOString());

/** Bytes in megabytes, as an operator reads them. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
