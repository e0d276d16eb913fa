import type { EventNotice, LogHead } from '@karigar/events';
import type { OrderNews } from './listeners.ts';
import { liveId, seqOfLiveId } from './live-id.ts';

const maxRecent = 5_000;

/** An event by which a place in one history of the log is told. */
export type Position = Pick<EventNotice, 'seq' | 'hash'>;

/** A recent event; its `news` is undefined until its order was read, and null when there is nothing to tell. */
export interface RecentEvent {
  readonly event: EventNotice;
  /** Under which a stream hears of it. */
  readonly id: string;
  news: OrderNews | null | undefined;
  reading: Promise<void> | null;
}

/** The recent events of one history of the log, for those who reconnect after a short break. */
export class RecentEvents {
  readonly epoch: number;
  readonly #events: RecentEvent[] = [];
  /** The event before the first that is held. */
  #before: Position;

  /** @param head where the log ended when following it began */
  constructor(head: Position & Pick<LogHead, 'epoch'>) {
    this.epoch = head.epoch;
    this.#before = head;
  }

  /** The last event seen. */
  get last(): Position {
    return this.#events.at(-1)?.event ?? this.#before;
  }

  /** Takes the next event in, and lets the oldest go when there are too many. */
  add(event: EventNotice): RecentEvent {
    const added: RecentEvent = { event, id: this.idOf(event), news: undefined, reading: null };
    this.#events.push(added);
    if (this.#events.length > maxRecent * 1.2) {
      const gone = this.#events.splice(0, this.#events.length - maxRecent).at(-1);
      this.#before = gone?.event ?? this.#before;
    }
    return added;
  }

  /** Gives the id of a place. */
  idOf(at: Position): string {
    return liveId(this.epoch, at);
  }

  /** Finds the event of an id; null when it is not held, or of another history. */
  find(id: string): Position | null {
    const at = (seqOfLiveId(id) ?? -1) - this.#before.seq;
    const found = at === 0 ? this.#before : this.#events[at - 1]?.event;
    return found !== undefined && this.idOf(found) === id ? found : null;
  }

  /** Gives the events after one seq and up to another. */
  between(from: number, until: number): RecentEvent[] {
    return this.#events.filter(({ event }) => event.seq > from && event.seq <= until);
  }
}
