import { type LogHead, type OrderLog, StoreClosedError } from '@karigar/events';

/** What a server knows of its store without asking at each request. */
export interface StoreWatch {
  /** Why nobody can work with the store; null while it is open, and while Redis is away, which each call finds out itself. */
  closed(): StoreClosedError | null;
  stop(): void;
}

/**
 * Looks at the head of the log every `everyMs`, because its plain records (people, reviews, tools) can be written without it: an
 * empty store would take them, and then no backup could be restored into it. `onReplaced` is called when the log is not, or may not be,
 * the one of the look before: another shop, or one without the event that was its last.
 */
export function watchStore(
  log: Pick<OrderLog, 'head' | 'holds'>,
  { everyMs, onReplaced }: { everyMs: number; onReplaced: () => void },
): StoreWatch {
  let closed: StoreClosedError | null = null;
  let last: LogHead | null = null;
  let looking = false;
  const look = async () => {
    try {
      const head = await log.head();
      if (closed !== null || (last !== null && (last.shop !== head.shop || !(await log.holds(last)))))
        onReplaced();
      last = head;
      closed = null;
    } catch (error) {
      if (error instanceof StoreClosedError) closed = error;
    }
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, everyMs);
  return { closed: () => closed, stop: () => clearInterval(timer) };
}
