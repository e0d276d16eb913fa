import { type ShopClock, shopClock } from './shop-clock.ts';

/**
 * The version of everything in `model/project.ts` and of the event shapes that it knows. A change of what a read model holds, or a new
 * schema, gets a new name: the append script then refuses writers of another release until a rebuild has been made.
 */
const version = 'p4';

/** A day of the shop, with the first moment (ms) of it and of the next one. */
interface ShopDay {
  day: string;
  from: number;
  to: number;
}

/** How this release makes read models of events: its version, and the clock by whose days it counts sales. */
export class Projection {
  /** Names both: read models that were made with another version or in another time zone are refused until a rebuild. */
  readonly code: string;
  readonly #clock: ShopClock;
  #last: ShopDay = { day: '', from: 0, to: 0 };

  /** @param timeZone an IANA name; throws RangeError for one that does not exist */
  constructor(timeZone = 'Asia/Dhaka') {
    this.code = `${version} ${timeZone}`;
    this.#clock = shopClock(timeZone);
  }

  /** The day in which a time (ms) lies; without a time the day that was asked for last. */
  dayAt(ms = this.#last.from): ShopDay {
    const { from, to } = this.#last;
    if (ms < from || ms >= to) {
      const day = this.#clock.dayOf(ms);
      this.#last = { day, from: this.#clock.startOf(day), to: this.#clock.endOf(day) };
    }
    return this.#last;
  }
}
