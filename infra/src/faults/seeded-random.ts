/** Random decisions that one seed repeats. */
export interface SeededRandom {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** One of the items; throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean;
  /** A stream of its own, so that the order of calls in one does not change another. */
  fork(name: string): SeededRandom;
}

/** Gives the same decisions for the same seed (a whole number), on every machine. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  // A Weyl sequence through a 32-bit mixer: short, and even enough to spread faults.
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    pick(items) {
      if (items.length === 0) throw new Error('Nothing to pick from');
      return items[whole(0, items.length - 1)] as (typeof items)[number];
    },
    chance: (probability) => next() < probability,
    fork: (name) =>
      seededRandom([...name].reduce((sum, char) => Math.imul(sum ^ char.charCodeAt(0), 0x01000193), seed)),
  };
}
