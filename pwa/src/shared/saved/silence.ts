/** Reading is quick even on old phones; a thousand rows take a while to write there. In ms without any answer. */
const patience = { read: 2_000, write: 10_000 };
const tick = 250;

/** What a database is asked for. A transaction ends after its reads and writes, so it gives them no more time. */
type Asked = 'read' | 'write' | 'transaction';

/** A database of this device does not answer. */
export class SilentDatabaseError extends Error {
  override readonly name = 'SilentDatabaseError';
}

/**
 * Notices that a database answers nothing that it is asked for. Ticks are counted, so the time of a frozen page does not count: the
 * answer may wait behind the page's own work.
 */
export class SilenceWatch {
  private readonly expected = new Map<object, Asked>();
  private readonly onSilent: () => void;
  private timer: ReturnType<typeof setInterval> | undefined;
  private quietMs = 0;

  constructor(onSilent: () => void) {
    this.onSilent = onSilent;
  }

  /** Expects an answer. Returns the function to call when it has come. */
  expect(asked: Asked): () => void {
    const key = {};
    this.expected.set(key, asked);
    this.timer ??= setInterval(() => this.count(), tick);
    return () => {
      this.expected.delete(key);
      this.resetTimeout();
    };
  }

  /** Called for each sign of life. */
  resetTimeout(): void {
    this.quietMs = 0;
    if (this.expected.size === 0) this.stop();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private count(): void {
    this.quietMs += tick;
    const kinds = new Set(this.expected.values());
    const limit = kinds.has('read') && !kinds.has('write') ? patience.read : patience.write;
    if (this.quietMs < limit) return;
    this.expected.clear();
    this.resetTimeout();
    this.onSilent();
  }
}

/** Resolves like `asking`, or throws SilentDatabaseError when that takes too long. */
export function unlessSilent<T>(asking: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const answered = new SilenceWatch(() => reject(new SilentDatabaseError())).expect('read');
    asking.finally(answered).then(resolve, reject);
  });
}
