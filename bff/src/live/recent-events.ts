import type { EventNotice, EventPosition } from '@karigar/events';
import type { OrderNews } from './listeners.ts';

const maxRecent = 5_000;

/** Names an event for clients that come back to a stream, at any server: its seq, and so much of its hash that another history shows. */
export const liveId = ({ seq, hash }: EventPosition): string => `${seq}.${hash.slice(0, 16)}`;

/** A recent event; its `news` is undefined until its order was read, and null when there is nothing to tell. */
export interface RecentEvent {
  event: EventNotice;
  /** The name under which it is sent. */
  id: string;
  news: OrderNews | null | undefined;
  reading: Promise<void> | null;
}

/** The recent events of one history of the log, for those who reconnect after a short break. */
export class RecentEvents {
  readonly #events: RecentEvent[] = [];
  /** The event before the first that is held. */
  #before: EventPosition;

  /** @param head where the log ended when following it began */
  constructor(head: EventPosition) {
    this.#before = head;
  }

  /** The last event seen. */
  get last(): EventPosition {
    return this.#events.at(-1)?.event ?? this.#before;
  }

  /** Takes the next event in, and lets the oldest go when there are too many. */
  add(event: EventNotice): RecentEvent {
    const added: RecentEvent = { event, id: liveId(event), news: undefined, reading: null };
    this.#events.push(added);
    if (this.#events.length > maxRecent * 1.2) {
      const gone = this.#events.splice(0, this.#events.length - maxRecent).at(-1);
      this.#before = gone?.event ?? this.#before;
    }
    return added;
  }

  /** Finds the event of an id; null when it is not held, or of another history. */
  find(id: string): EventPosition | null {
    if (liveId(this.#before) === id) return this.#before;
    return this.#events.find((one) => one.id === id)?.event ?? null;
  }

  /** Gives the events after one seq and up to another. */
  between(from: number, until: number): RecentEvent[] {
    return this.#events.filter(({ event }) => event.seq > from && event.seq <= until);
  }
}

const seconds = 60;

/** Counts events of the last minute, by second: its size does not depend on how much is sold. */
export function minuteCount() {
  const bySecond = new Map<number, number>();
  return {
    /** Counts one that happened at `time` (ms). */
    add(time: number): void {
      const second = Math.floor(time / 1_000);
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
      if (bySecond.size > 2 * seconds) this.at(time);
    },
    /** Answers how many are younger than a minute at `now` (ms), and forgets the others. */
    at(now: number): number {
      let sum = 0;
      for (const [second, count] of bySecond)
        if (second > now / 1_000 - seconds) sum += count;
        else bySecond.delete(second);
      return sum;
    },
  };
}
