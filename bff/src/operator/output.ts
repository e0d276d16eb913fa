import { Presets, SingleBar } from 'cli-progress';

/** Shows how far long work is. */
interface Progress {
  /** `done` of `total`; the total may grow while the shop is open. */
  update(done: number, total: number): void;
  stop(): void;
}

/** Where a command writes: the standard streams of its process, unless it is given others. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** How a command talks: to a person at a terminal, to a pipe, or to a machine. */
export interface Output {
  /** True when the result is to be JSON. */
  readonly json: boolean;
  /** A line for people; nothing with --json. */
  line(text?: string): void;
  /** The result: JSON with --json, otherwise whatever `text` prints. */
  result(value: unknown, text: () => void): void;
  /** A value as one line of JSON; nothing without --json. */
  record(value: unknown): void;
  /** A bar on a terminal, a plain line now and then in a pipe; on standard error, so that results can be piped on. */
  progress(what: string, unit: string): Progress;
  /** What went wrong, on standard error, also with --json. */
  complain(text: string): void;
  /** Aborted when nobody reads the output any more, as after `| head`. */
  readonly unread: AbortSignal;
}

const linesEveryMs = 5_000;

/** Builds the output of a command. Progress appears after half a second: short work needs none. */
export function makeOutput(json: boolean, { stdout, stderr }: Streams): Output {
  const unread = new AbortController();
  // The listeners stay: the news that a pipe is closed comes after the write, maybe the last one.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      unread.abort();
    });
  }
  return {
    json,
    unread: unread.signal,
    complain: (text) => {
      stderr.write(`${printableLines(text)}\n`);
    },
    line: (text = '') => {
      if (!json) stdout.write(`${printable(text)}\n`);
    },
    result: (value, text) => {
      if (json) stdout.write(`${printableLines(JSON.stringify(value, null, 2))}\n`);
      else text();
    },
    record: (value) => {
      if (json) stdout.write(`${printable(JSON.stringify(value))}\n`);
    },
    progress: (what, unit) =>
      stderr.isTTY === true && !json ? barProgress(stderr, what, unit) : lineProgress(stderr, what, unit),
  };
}

/**
 * A line in which nothing moves the cursor, makes another line or turns the writing round: names and addresses come from
 * customers, and what an operator reads of an order must not be theirs to draw.
 */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const known = JSON.stringify(character).slice(1, -1);
    return known.startsWith('\\') ? known : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The same for every line of a text. JSON stays the same value: what is escaped in it stands in strings alone. */
const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

function barProgress(stream: NodeJS.WritableStream, what: string, unit: string): Progress {
  const started = performance.now();
  const format = `${what} {bar} {percentage}% | {value}/{total} ${unit} | {rate}/s | {left} left`;
  const bar = new SingleBar(
    { stream, format, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  let shown = false;
  return {
    update: (done, total) => {
      const seconds = (performance.now() - started) / 1_000;
      if (!shown && seconds < 0.5) return;
      if (!shown) bar.start(total, done, pace(done, total, seconds));
      shown = true;
      bar.setTotal(total);
      bar.update(done, pace(done, total, seconds));
    },
    stop: () => {
      if (shown) bar.stop();
    },
  };
}

function lineProgress(stream: NodeJS.WritableStream, what: string, unit: string): Progress {
  const started = performance.now();
  let last = started;
  return {
    update: (done, total) => {
      const now = performance.now();
      if (now - last < linesEveryMs) return;
      last = now;
      const { rate, left } = pace(done, total, (now - started) / 1_000);
      stream.write(`${what}: ${done} of ${total} ${unit}, ${rate}/s, ${left} left\n`);
    },
    stop: () => undefined,
  };
}

function pace(done: number, total: number, seconds: number): { rate: string; left: string } {
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 ? Math.max(0, Math.ceil((total - done) / rate)) : 0;
  const minutes = Math.floor(left / 60);
  return { rate: rate.toFixed(0), left: minutes > 0 ? `${minutes} min ${left % 60} s` : `${left} s` };
}

/** A time as operators write and read it. */
export function isoTime(ms: number | null): string {
  return ms === null ? '-' : new Date(ms).toISOString();
}

/** Bytes in the unit that a person would choose. */
export function readableBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1_000 && unit < units.length - 1; unit += 1) value /= 1_000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
