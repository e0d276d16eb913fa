/** Counts a call of `who` and says whether it is within the limit. */
export type MemoryLimit = (who: string) => boolean;

const windowMs = 60_000;

/**
 * Limits each name to `perMinute` calls, counted in this process and answered at once: for calls that are served from
 * memory, where asking Redis would cost more than the answer. `now` gives milliseconds.
 */
export function memoryLimit(perMinute: number, now: () => number = Date.now): MemoryLimit {
  let counts = new Map<string, number>();
  let began = now();
  return (who) => {
    if (now() - began >= windowMs) {
      counts = new Map();
      began = now();
    }
    const count = (counts.get(who) ?? 0) + 1;
    counts.set(who, count);
    return count <= perMinute;
  };
}
