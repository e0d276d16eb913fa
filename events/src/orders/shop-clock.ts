const dayMs = 86_400_000;

/** The days of the shop, which begin and end by its own clock wherever they are read. */
export interface ShopClock {
  /** The day (`2026-11-30`) in which a time (ms) lies. */
  dayOf(ms: number): string;
  /** The first moment (ms) of a day. */
  startOf(day: string): number;
  /** The first moment (ms) after a day. */
  endOf(day: string): number;
  /** A time (ms) with the offset of the shop: `2026-11-30T03:00:00+06:00`. */
  isoOf(ms: number): string;
}

/** Makes the clock of an IANA time zone. Throws RangeError for a name that is none. */
export function shopClock(timeZone: string): ShopClock {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  /** What the clock shows, as if it were UTC. */
  const shown = (ms: number): number => {
    const [year = 0, month = 1, ...rest] = format.format(ms).split(/\D/).map(Number);
    return Date.UTC(year, month - 1, ...rest);
  };
  const offset = (ms: number): number => shown(ms) - Math.floor(ms / 1000) * 1000;
  // Clocks are put forward and back, at some places at midnight: of the offsets around it, the earlier one that lies in the day counts.
  const startAt = (midnight: number): number => {
    const begins = [midnight - dayMs, midnight + dayMs].map((near) => midnight - offset(near));
    const earlier = Math.min(...begins);
    return shown(earlier) >= midnight ? earlier : Math.max(...begins);
  };
  return {
    dayOf: (ms) => format.format(ms).slice(0, 10),
    startOf: (day) => startAt(Date.parse(day)),
    endOf: (day) => startAt(Date.parse(day) + dayMs),
    isoOf(ms) {
      const ahead = offset(ms);
      const hours = new Date(Math.abs(ahead)).toISOString().slice(11, 16);
      return format.format(ms).replace(' ', 'T') + (ahead < 0 ? '-' : '+') + hours;
    },
  };
}

/** The day so many days after another one, before it where the number is negative. */
export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);

/** All days from the first to the last one. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: (Date.parse(last) - Date.parse(first)) / dayMs + 1 }, (_, index) =>
    shiftDay(first, index),
  );
