import { setTimeout as delay } from 'node:timers/promises';
import {
  type DeletedOrder,
  type EventNotice,
  type EventPosition,
  isDeleted,
  LogUnavailableError,
  type OrderDocument,
  type OrderLog,
  OtherHistoryError,
} from '@karigar/events';
import type { Logger } from 'pino';
import type { LiveParcel } from '../contracts/delivery.ts';
import type { Order } from '../contracts/order.ts';
import type { LiveOrder } from '../contracts/shop.ts';
import { forCustomer, orderView, type ViewParts } from '../orders/order-view.ts';
import { isParcel, orderToShip } from '../orders/parcel.ts';
import { type Listener, listenersByOwner, mayHear, newsForAll, type OrderNews } from './listeners.ts';
import { liveId, minuteCount, type RecentEvent, RecentEvents } from './recent-events.ts';

const retryMs = 1_000;
/** Pause before the log is followed anew that has another history, or may have one. */
const againMs = 100;

/** One reader of the log for all open streams of this process, with the recent events for those who reconnect after a short break. */
export type OrderFollower = ReturnType<typeof followOrders>;

/** What the follower works with. */
export interface FollowerParts extends ViewParts {
  log: Pick<OrderLog, 'head' | 'notices' | 'order'>;
  logger: Logger;
  /** Hears of each person whom the log calls erased; resolves when this process knows nothing of them any more. */
  onErased: (uid: string) => Promise<void>;
}

/** Within so long every server follows a new primary (ms); until then another one may still answer a page from the former history. */
const othersFollowMs = 5_000;

/** Any order may differ from what a screen shows: a client that receives this loads its lists again. */
const resync = (id: string, data: { history?: 'other' } = {}): string =>
  `event: resync\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`;

/** What packers hear of a change: nothing of an order that was never theirs to see. */
function parcelText(order: OrderDocument | DeletedOrder, view: Order | null, id: string): string {
  if (view === null || order.status === 'unpaid') return '';
  const body: LiveParcel = { orderId: order.id, order: isParcel(order) ? orderToShip(view) : null };
  return `event: parcel\ndata: ${JSON.stringify(body)}\nid: ${id}\n\n`;
}

/**
 * Starts to follow at the end of the log; goes on through restarts of Redis. The order of each event is read once, and its news made
 * once, however many streams hear it; while no stream is open nothing is read. Where the log has another history it begins anew at the end
 * and every open stream hears `resync`, and once more when every server follows it.
 */
export function followOrders(parts: FollowerParts) {
  const { log, logger, onErased } = parts;
  const undelivered: RecentEvent[] = [];
  const lastMinute = minuteCount();
  const listeners = listenersByOwner();
  const stop = new AbortController();
  /** Of the history that is followed; null until it is known where the log ends. */
  let recent: RecentEvents | null = null;
  let delivered: EventPosition = { seq: 0, hash: '' };
  let delivering = false;

  const readNews = async ({ event, id }: RecentEvent): Promise<OrderNews | null> => {
    const { seq, type, subject } = event;
    if (!type.startsWith('order.')) return null;
    const order = await log.order(subject);
    if (order === null) return null;
    // The order is as it is now, not as it was.
    const view = isDeleted(order) ? null : await orderView(order, parts, true);
    const textOf = (shown: LiveOrder['order']) => {
      const body: LiveOrder = { seq, type, orderId: subject, order: shown };
      return `event: order\ndata: ${JSON.stringify(body)}\nid: ${id}\n\n`;
    };
    const [text, own] = [textOf(view), view && forCustomer(view)];
    const ownText = own === view ? text : textOf(own);
    return { owner: order.uid, text, ownText, parcelText: parcelText(order, view, id) };
  };

  /** Reads what is to be told of an event, once however many wait for it. Throws LogUnavailableError; the next try reads again. */
  const resolve = (entry: RecentEvent): Promise<void> => {
    if (entry.news !== undefined) return Promise.resolve();
    entry.reading ??= readNews(entry)
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

  /** Forgets a person before streams are told: documents of their orders that were read until then hold their name. */
  const forget = async (entry: RecentEvent, of: RecentEvents) => {
    const { seq, subject } = entry.event;
    await onErased(subject).catch((error: unknown) => {
      logger.error(
        { err: error },
        'an erased person is not forgotten yet; the next try comes within a minute',
      );
    });
    for (const earlier of of.between(0, seq - 1)) {
      await earlier.reading?.catch(() => undefined);
      if (earlier.news?.owner === subject) earlier.news = undefined;
    }
    entry.news = newsForAll(subject, resync(entry.id));
  };

  /** Tells the streams of all events that came, in their order; those that come meanwhile are read together. */
  const deliver = async () => {
    if (delivering) return;
    delivering = true;
    for (let batch = undelivered.splice(0); batch.length > 0; batch = undelivered.splice(0)) {
      const of = recent;
      try {
        if (listeners.all.size > 0) await Promise.all(batch.map(resolve));
        // Events of a former epoch are not sent.
        if (of !== recent) continue;
        for (const { news } of batch)
          if (news) for (const listener of listeners.of(news.owner)) listener.tell(news);
      } catch (error) {
        logger.warn({ err: error }, 'orders of live news cannot be read; all streams resume');
        for (const listener of listeners.all) listener.end();
      }
      if (of === recent) delivered = batch.at(-1)?.event ?? delivered;
    }
    delivering = false;
  };

  const take = (event: EventNotice, of: RecentEvents) => {
    lastMinute.add(event.ts);
    const entry = of.add(event);
    undelivered.push(entry);
    if (event.type === 'person.erased') entry.reading = forget(entry, of);
    void deliver();
  };
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const sayOther = (at: EventPosition) => {
    const news = newsForAll('', resync(liveId(at), { history: 'other' }));
    for (const listener of listeners.all) listener.tell(news);
  };
  let saidAgain: NodeJS.Timeout | undefined;
  const beginAt = (head: EventPosition): RecentEvents => {
    const begun = new RecentEvents(head);
    clearTimeout(saidAgain);
    if (recent !== null) saidAgain = setTimeout(() => sayOther(delivered), othersFollowMs);
    recent = begun;
    delivered = head;
    undelivered.length = 0;
    sayOther(head);
    begin();
    return begun;
  };
  let isOther = false;
  const follow = async () => {
    const of = recent === null || isOther ? beginAt(await log.head()) : recent;
    isOther = false;
    for await (const event of log.notices(of.last, stop.signal)) take(event, of);
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      const pauseMs = await follow().then(
        () => againMs,
        (error: unknown) => {
          if (error instanceof OtherHistoryError) {
            isOther = true;
            logger.warn({ err: error }, 'live news begins anew at the end of the log');
            return againMs;
          }
          if (!stop.signal.aborted) logger.error({ err: error }, 'the log is not followed; next try soon');
          return retryMs;
        },
      );
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();

  /** The news that a stream missed between two seqs. Throws LogUnavailableError. */
  const missed = async (listener: Listener, of: RecentEvents, from: number, until: number) => {
    const entries = of.between(from, until);
    await Promise.all(entries.map(resolve));
    return entries.flatMap(({ news }) => (news && mayHear(listener, news.owner) ? [news] : []));
  };

  return {
    /** Number of the last event seen. */
    get seq(): number {
      return recent?.last.seq ?? 0;
    },
    /** Number of the last event that every open stream was told of. */
    get delivered(): number {
      return delivered.seq;
    },
    /** How many events it saw in the last minute. */
    get perMinute(): number {
      return lastMinute.at(Date.now());
    },
    /** Resolves when the follower knows where the log ends. */
    started,
    /**
     * Tells a stream of everything after `at` (id) that it may hear, until `stop` is called. `missed` gives the news between
     * `from` (the id that its client has seen last, or null) and `at`; it is null when that event is no longer in memory, or of another
     * history: then the client has to load its lists again.
     */
    follow(listener: Listener, from: string | null) {
      const [of, at] = [recent, delivered];
      const since = from === null ? at : of?.find(from);
      return {
        at: liveId(at),
        stop: listeners.add(listener),
        missed: of && since && since.seq <= at.seq ? () => missed(listener, of, since.seq, at.seq) : null,
      };
    },
    /** Ends the streams of a person whose sign-in was ended, or who has lost rights. */
    endStreamsOf(uid: string): void {
      for (const listener of listeners.all) if (listener.uid === uid) listener.end();
    },
    async close() {
      stop.abort();
      clearTimeout(saidAgain);
      await running;
    },
  };
}
