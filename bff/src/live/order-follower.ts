import { setTimeout as delay } from 'node:timers/promises';
import type { DeletedOrder, EventNotice, OrderDocument, OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { minuteCount } from './minute-count.ts';

/** Gets each event of the log, in order. */
export type Listener = (event: EventNotice) => void;

/**
 * One reader of the log for all open streams of this process, with the last events at hand for those who come back after a
 * short break.
 */
export interface OrderFollower {
  /** Number of the last event seen. */
  readonly seq: number;
  /** How many events it saw in the last minute. */
  readonly perMinute: number;
  /**
   * Calls `listener` for each event after `from` (a number; those at hand before this returns), or from now on (null).
   * Answers how to stop, or null when the events after `from` are no longer at hand: then the client has to load its
   * lists anew.
   */
  follow(from: number | null, listener: Listener): (() => void) | null;
  /** The order of an event as it is now, asked for once however many streams want it. */
  orderOf(event: EventNotice): Promise<OrderDocument | DeletedOrder | null>;
  /** Resolves when the follower knows where the log ends. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

const keptEvents = 5_000;
const retryMs = 1_000;

/** Starts to follow at the end of the log; goes on through restarts of Redis. */
export function followOrders(log: OrderLog, logger: Logger): OrderFollower {
  const recent: EventNotice[] = [];
  const lastMinute = minuteCount();
  const listeners = new Set<Listener>();
  const orders = new WeakMap<EventNotice, ReturnType<OrderLog['order']>>();
  const stop = new AbortController();
  let seq = 0;
  const take = (event: EventNotice) => {
    seq = event.seq;
    lastMinute.add(event.ts);
    recent.push(event);
    if (recent.length > keptEvents * 1.2) recent.splice(0, recent.length - keptEvents);
    for (const listener of listeners) listener(event);
  };
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  let begun = false;
  const follow = async () => {
    if (!begun) seq = (await log.head()).seq;
    begun = true;
    begin();
    for await (const event of log.notices(seq, stop.signal)) take(event);
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!stop.signal.aborted) logger.error({ err: error }, 'the log is not followed; next try soon');
      });
      await delay(retryMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    get seq() {
      return seq;
    },
    get perMinute() {
      return lastMinute.at(Date.now());
    },
    started,
    orderOf(event) {
      const known = orders.get(event);
      if (known) return known;
      const asked = log.order(event.subject);
      orders.set(event, asked);
      // A failure is not kept: the stream that comes back for this event asks again.
      asked.catch(() => orders.delete(event));
      return asked;
    },
    follow(from, listener) {
      const wanted = from ?? seq;
      const oldest = recent[0]?.seq ?? seq + 1;
      if (wanted < oldest - 1 || wanted > seq) return null;
      for (const event of recent) if (event.seq > wanted) listener(event);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
