/** Counts a call of `who` and answers how many seconds they must wait: 0 while they are within the limit. */
export type MemoryLimit = (who: string) => number;

const windowMs = 60_000;
/** Names that are counted at once, some ten megabytes: whoever comes from ever new addresses must not fill the memory. */
const mostNames = 100_000;

/**
 * Limits each name to `perMinute` calls, counted in this process and answered at once, so that counting comes before any other work
 * and writes nothing anywhere. Beyond 100,000 names in a minute the one that came first is forgotten. `now` gives milliseconds.
 */
export function memoryLimit(perMinute: number, now: () => number = Date.now): MemoryLimit {
  let counts = new Map<string, number>();
  let began = now();
  return (who) => {
    const passed = now() - began;
    if (passed >= windowMs) {
      counts = new Map();
      began = now();
    }
    const count = (counts.get(who) ?? 0) + 1;
    const [first] = count === 1 && counts.size >= mostNames ? counts.keys() : [];
    if (first !== undefined) counts.delete(first);
    counts.set(who, count);
    return count <= perMinute ? 0 : Math.ceil((windowMs - passed) / 1_000);
  };
}
