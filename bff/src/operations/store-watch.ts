import { type OrderLog, StoreClosedError } from '@karigar/events';

/** What a server knows of its store without asking at each request. */
export interface StoreWatch {
  /** Why nobody can work with the store; null while it is open, and while Redis is away, which each call finds out itself. */
  closed(): StoreClosedError | null;
  stop(): void;
}

/**
 * Looks at the head of the log every `everyMs`, because its plain records (people, reviews, tools) can be written without it: an
 * empty store would take them, and then no backup could be restored into it. `onReplaced` is called when another log is
 * found in the place of the one before, such as a restored backup.
 */
export function watchStore(
  log: Pick<OrderLog, 'head'>,
  { everyMs, onReplaced }: { everyMs: number; onReplaced: () => void },
): StoreWatch {
  let closed: StoreClosedError | null = null;
  let last: { readonly shop: string; readonly seq: number } | null = null;
  let looking = false;
  const look = async () => {
    try {
      const head = await log.head();
      if (closed !== null || (last !== null && (last.shop !== head.shop || last.seq > head.seq)))
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
