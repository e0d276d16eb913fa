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
