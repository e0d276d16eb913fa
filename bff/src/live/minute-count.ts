/** How many events there were in the last minute, to the second. */
export interface MinuteCount {
  /** Counts one that happened at `time` (ms). */
  add(time: number): void;
  /** How many are younger than a minute at `now` (ms). */
  at(now: number): number;
}

const seconds = 60;

/** A count for each second of the minute: its size does not depend on how much is sold. */
export function minuteCount(): MinuteCount {
  const bySecond = new Map<number, number>();
  let newest = 0;
  return {
    add(time) {
      const second = Math.floor(time / 1_000);
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
      if (second <= newest) return;
      newest = second;
      for (const old of bySecond.keys()) if (old <= newest - seconds) bySecond.delete(old);
    },
    at(now) {
      const over = Math.floor(now / 1_000) - seconds;
      let sum = 0;
      for (const [second, count] of bySecond) if (second > over) sum += count;
      return sum;
    },
  };
}
