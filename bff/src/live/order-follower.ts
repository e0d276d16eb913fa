import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventNotice,
  isDeleted,
  LogUnavailableError,
  type OrderLog,
  OtherHistoryError,
} from '@karigar/events';
import type { Logger } from 'pino';
import type { LiveOrder } from '../contracts/shop.ts';
import { forCustomer, orderView, type ViewParts } from '../orders/order-view.ts';
import { type Listener, listenersByOwner, mayHear, type OrderNews } from './listeners.ts';
import { minuteCount } from './minute-count.ts';

const maxRecent = 5_000;
const retryMs = 1_000;

/** One reader of the log for all open streams of this process, with the recent events for those who reconnect after a short break. */
export type OrderFollower = ReturnType<typeof followOrders>;

/** A recent event; its `news` is undefined until its order was read, and null when there is nothing to tell. */
interface Recent {
  readonly event: EventNotice;
  news: OrderNews | null | undefined;
  reading: Promise<void> | null;
}

/** What the follower works with. */
export interface FollowerParts extends ViewParts {
  readonly log: Pick<OrderLog, 'head' | 'notices' | 'order'>;
  readonly logger: Logger;
  /** Hears of each person whom the log calls erased; resolves when this process knows nothing of them any more. */
  readonly onErased: (uid: string) => Promise<void>;
}

/** Any of their orders may show on a screen: whoever sees them loads the lists again. */
const resync = (seq: number): string => `event: resync\ndata: {}\nid: ${seq}\n\n`;

/**
 * Starts to follow at the end of the log; goes on through restarts of Redis. The order of each event is read once, and its news made
 * once, however many streams hear it; while no stream is open nothing is read.
 */
export function followOrders(parts: FollowerParts) {
  const { log, logger, onErased } = parts;
  const recent: Recent[] = [];
  const undelivered: Recent[] = [];
  const lastMinute = minuteCount();
  const listeners = listenersByOwner();
  const stop = new AbortController();
  let last = { seq: 0, hash: '' };
  let delivered = 0;
  let delivering = false;

  const readNews = async ({ seq, type, subject }: EventNotice): Promise<OrderNews | null> => {
    if (!type.startsWith('order.')) return null;
    const order = await log.order(subject);
    if (order === null) return null;
    // The order is as it is now, not as it was.
    const view = isDeleted(order) ? null : await orderView(order, parts);
    const textOf = (shown: LiveOrder['order']) => {
      const body: LiveOrder = { seq, type, orderId: subject, order: shown };
      return `event: order\ndata: ${JSON.stringify(body)}\nid: ${seq}\n\n`;
    };
    const [text, own] = [textOf(view), view && forCustomer(view)];
    return { seq, owner: order.uid, text, ownText: own === view ? text : textOf(own) };
  };

  /** Reads what is to be told of an event, once however many wait for it. Throws LogUnavailableError; the next try reads again. */
  const resolve = (entry: Recent): Promise<void> => {
    if (entry.news !== undefined) return Promise.resolve();
    entry.reading ??= readNews(entry.event)
      .catch((error: unknown) => {
        if (error instanceof LogUnavailableError) throw error;
        // One order that cannot be read must not end the streams of everybody.
        logger.error({ err: error, order: entry.event.subject }, 'live news without this order');
        return null;
      })
      .then((news) => {
        entry.news = news;
      })
      .finally(() => {
        entry.reading = null;
      });
    return entry.reading;
  };

  /** Forgets a person before a stream hears of it: what was read of their orders until then holds their name. */
  const forget = async (entry: Recent) => {
    const { seq, subject } = entry.event;
    await onErased(subject).catch((error: unknown) => {
      logger.error(
        { err: error },
        'an erased person is not forgotten yet; the next try comes within a minute',
      );
    });
    for (const earlier of recent) {
      if (earlier === entry) break;
      await earlier.reading?.catch(() => undefined);
      if (earlier.news?.owner === subject) earlier.news = undefined;
    }
    entry.news = { seq, owner: subject, text: resync(seq), ownText: resync(seq) };
  };

  /** Tells the streams of all events that came, in their order; those that come meanwhile are read together. */
  const deliver = async () => {
    if (delivering) return;
    delivering = true;
    for (let batch = undelivered.splice(0); batch.length > 0; batch = undelivered.splice(0)) {
      try {
        if (listeners.all.size > 0) await Promise.all(batch.map(resolve));
        for (const { news } of batch)
          if (news) for (const listener of listeners.of(news.owner)) listener.tell(news);
      } catch (error) {
        logger.warn({ err: error }, 'orders of live news cannot be read; all streams resume');
        for (const listener of listeners.all) listener.end();
      }
      delivered = batch.at(-1)?.event.seq ?? delivered;
    }
    delivering = false;
  };

  const take = (event: EventNotice) => {
    last = event;
    lastMinute.add(event.ts);
    const entry: Recent = { event, news: undefined, reading: null };
    recent.push(entry);
    if (recent.length > maxRecent * 1.2) recent.splice(0, recent.length - maxRecent);
    undelivered.push(entry);
    if (event.type === 'person.erased') entry.reading = forget(entry);
    void deliver();
  };
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  let begun = false;
  let turn = new AbortController();
  const follow = async () => {
    turn = new AbortController();
    if (!begun) {
      last = await log.head();
      delivered = last.seq;
    }
    begun = true;
    begin();
    for await (const event of log.notices(last, AbortSignal.any([stop.signal, turn.signal]))) take(event);
  };
  /** Begins anew at the end of the log: another one stands in the place of the one that was followed. All streams resume. */
  const restart = () => {
    begun = false;
    recent.length = 0;
    undelivered.length = 0;
    for (const listener of listeners.all) listener.end();
    turn.abort();
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (error instanceof OtherHistoryError) restart();
        else if (!stop.signal.aborted) logger.error({ err: error }, 'the log is not followed; next try soon');
      });
      await delay(retryMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();

  /** The news that a stream missed between two seqs. Throws LogUnavailableError. */
  const missed = async (listener: Listener, from: number, until: number): Promise<OrderNews[]> => {
    const entries = recent.filter(({ event }) => event.seq > from && event.seq <= until);
    await Promise.all(entries.filter(({ news }) => news === undefined).map(resolve));
    return entries.flatMap(({ news }) => (news && mayHear(listener, news.owner) ? [news] : []));
  };

  return {
    /** Number of the last event seen. */
    get seq(): number {
      return last.seq;
    },
    /** Number of the last event that every open stream was told of. */
    get delivered(): number {
      return delivered;
    },
    /** How many events it saw in the last minute. */
    get perMinute(): number {
      return lastMinute.at(Date.now());
    },
    /** Resolves when the follower knows where the log ends. */
    started,
    /**
     * Tells a stream of everything after `at` (seq) that it may hear, until `stop` is called. `missed` gives the news between
     * `from` (the last seq that its client has seen, or null) and `at`; it is null when that is no longer in memory: then the client has to
     * load its lists again.
     */
    follow(listener: Listener, from: number | null) {
      const at = delivered;
      const oldest = recent[0]?.event.seq ?? last.seq + 1;
      const since = from ?? at;
      const remembered = since >= oldest - 1 && since <= at;
      return {
        at,
        stop: listeners.add(listener),
        missed: from === null || remembered ? () => missed(listener, since, at) : null,
      };
    },
    restart,
    async close() {
      stop.abort();
      await running;
    },
  };
}
