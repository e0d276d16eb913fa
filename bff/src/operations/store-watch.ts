import { type LogHead, type OrderLog, StoreClosedError } from '@karigar/events';

/** For so long at most an emptied store takes records of people. */
const lookMs = 1_000;

/**
 * Looks at the head of the log each second, because its plain records (people, reviews, tools) can be written without it: an
 * empty store would take them, and then no backup could be restored into it. `onReplaced` is called when the log is not, or may not be,
 * the one of the look before: another shop, or one without the event that was its last.
 */
export function watchStore(log: Pick<OrderLog, 'head' | 'holds'>, onReplaced: () => void) {
  let closed: StoreClosedError | null = null;
  let last: LogHead | null = null;
  let looking = false;
  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    try {
      const head = await log.head();
      if (closed !== null || (last !== null && (last.shop !== head.shop || !(await log.holds(last)))))
        onReplaced();
      last = head;
      closed = null;
    } catch (error) {
      if (error instanceof StoreClosedError) closed = error;
    }
    looking = false;
  }, lookMs);
  return {
    /** Why the store cannot be used; null while it is open, and while Redis is away, which each call finds out itself. */
    closed: () => closed,
    stop: () => clearInterval(timer),
  };
}
