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
 * the one of the look before: a backup was restored, another Redis was promoted, or the event that was its last is not in it any more.
 */
export function watchStore(
  log: Pick<OrderLog, 'head' | 'eventsAfter'>,
  { everyMs, onReplaced }: { everyMs: number; onReplaced: () => void },
): StoreWatch {
  let closed: StoreClosedError | null = null;
  let last: LogHead | null = null;
  let looking = false;
  const look = async () => {
    try {
      const head = await log.head();
      if (closed !== null || (last !== null && !(await isContinued(log, last, head)))) onReplaced();
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

/** Whether the log that ends at `head` goes on from where it ended at the look before, under the same primary. */
async function isContinued(
  log: Pick<OrderLog, 'eventsAfter'>,
  { shop, epoch, seq, hash }: LogHead,
  head: LogHead,
): Promise<boolean> {
  if (shop !== head.shop || epoch !== head.epoch) return false;
  return seq === 0 || (await log.eventsAfter({ id: `${seq}-0`, hash }, 0)) !== null;
}
