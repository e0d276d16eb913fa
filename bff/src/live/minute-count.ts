const seconds = 60;

/** Counts events of the last minute, by second: its size does not depend on how much is sold. */
export function minuteCount() {
  const bySecond = new Map<number, number>();
  let newest = 0;
  return {
    /** Counts one that happened at `time` (ms). */
    add(time: number): void {
      const second = Math.floor(time / 1_000);
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
      if (second <= newest) return;
      newest = second;
      for (const old of bySecond.keys()) if (old <= newest - seconds) bySecond.delete(old);
    },
    /** Answers how many are younger than a minute at `now` (ms). */
    at(now: number): number {
      const over = Math.floor(now / 1_000) - seconds;
      let sum = 0;
      for (const [second, count] of bySecond) if (second > over) sum += count;
      return sum;
    },
  };
}
