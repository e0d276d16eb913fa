/** Reading is quick even on old phones; a thousand rows take a while to write there. In ms without any answer. */
const patience = { read: 2_000, write: 10_000 };
const tick = 250;

/** What a database is asked for. A transaction ends after its reads and writes, so it says nothing about them. */
export type Asked = 'read' | 'write' | 'transaction';

/** A database of this device does not answer. */
export class SilentDatabaseError extends Error {
  constructor() {
    super('The storage of this device does not answer.');
    this.name = 'SilentDatabaseError';
  }
}

/**
 * Notices that nothing which a database is asked for is answered any more. The time of a page that stands still does not count: the answer may
 * have come and wait behind the page's own work.
 */
export class SilenceWatch {
  private readonly expected = new Map<object, { asked: Asked; giveUp: () => void }>();
  private readonly onSilent: () => void;
  private timer: ReturnType<typeof setInterval> | undefined;
  private quietMs = 0;

  constructor(onSilent: () => void) {
    this.onSilent = onSilent;
  }

  /** Expects an answer, and calls `giveUp` when there is silence instead. Gives the function to call when it has come. */
  expect(asked: Asked, giveUp: () => void): () => void {
    const key = {};
    this.expected.set(key, { asked, giveUp });
    this.timer ??= setInterval(() => this.count(), tick);
    return () => {
      this.expected.delete(key);
      this.heard();
    };
  }

  /** Notes a sign of life. */
  heard(): void {
    this.quietMs = 0;
    if (this.expected.size === 0) this.stop();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private count(): void {
    this.quietMs += tick;
    const waiting = [...this.expected.values()];
    const kinds = new Set(waiting.map(({ asked }) => asked));
    const limit = kinds.has('read') && !kinds.has('write') ? patience.read : patience.write;
    if (this.quietMs < limit) return;
    this.expected.clear();
    this.quietMs = 0;
    this.stop();
    this.onSilent();
    for (const { giveUp } of waiting) giveUp();
  }
}

/** Gives what `asking` gives, or throws SilentDatabaseError when it is not there in time. */
export function unlessSilent<T>(asking: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const watch = new SilenceWatch(() => reject(new SilentDatabaseError()));
    const answered = watch.expect('read', () => undefined);
    asking.finally(answered).then(resolve, reject);
  });
}
