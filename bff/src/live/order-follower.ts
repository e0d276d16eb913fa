import { setTimeout as delay } from 'node:timers/promises';
import type { EventNotice, OrderLog } from '@karigar/events';
import type { Logger } from 'pino';
import { minuteCount } from './minute-count.ts';

const maxRecent = 5_000;
const retryMs = 1_000;

/** One reader of the log for all open streams of this process, with the recent events for those who reconnect after a short break. */
export type OrderFollower = ReturnType<typeof followOrders>;

/** Starts to follow at the end of the log; goes on through restarts of Redis. */
export function followOrders(log: OrderLog, logger: Logger) {
  const recent: EventNotice[] = [];
  const lastMinute = minuteCount();
  const listeners = new Set<(event: EventNotice) => void>();
  const orders = new WeakMap<EventNotice, ReturnType<OrderLog['order']>>();
  const stop = new AbortController();
  let seq = 0;
  const take = (event: EventNotice) => {
    seq = event.seq;
    lastMinute.add(event.ts);
    recent.push(event);
    if (recent.length > maxRecent * 1.2) recent.splice(0, recent.length - maxRecent);
    for (const listener of listeners) listener(event);
  };
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  let begun = false;
  let turn = new AbortController();
  const follow = async () => {
    turn = new AbortController();
    if (!begun) seq = (await log.head()).seq;
    begun = true;
    begin();
    for await (const event of log.notices(seq, AbortSignal.any([stop.signal, turn.signal]))) take(event);
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
    /** Number of the last event seen. */
    get seq(): number {
      return seq;
    },
    /** How many events it saw in the last minute. */
    get perMinute(): number {
      return lastMinute.at(Date.now());
    },
    /** Resolves when the follower knows where the log ends. */
    started,
    /** Reads the order of an event as it is now, once however many streams want it. */
    orderOf(event: EventNotice): ReturnType<OrderLog['order']> {
      const cached = orders.get(event);
      if (cached) return cached;
      const asked = log.order(event.subject);
      orders.set(event, asked);
      // A failure is not cached: the stream that comes back for this event asks again.
      asked.catch(() => orders.delete(event));
      return asked;
    },
    /**
     * Calls `listener` for each event after `from` (a number; recent ones before this returns), or from now on (null).
     * Answers how to stop, or null when the events after `from` are no longer in memory: then the client has to load its
     * lists again.
     */
    follow(from: number | null, listener: (event: EventNotice) => void): (() => void) | null {
      const wanted = from ?? seq;
      const oldest = recent[0]?.seq ?? seq + 1;
      if (wanted < oldest - 1 || wanted > seq) return null;
      for (const event of recent) if (event.seq > wanted) listener(event);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Begins anew at the end of the log: another one stands in the place of the one that was followed. */
    restart() {
      begun = false;
      recent.length = 0;
      turn.abort();
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
