/** What a fault makes of a request; the README of this folder describes each. */
const effects = [
  'slow',
  'busy',
  'conflict',
  'error',
  'denied',
  'reset',
  'lost',
  'unkept',
  'kept-otherwise',
  'wrong-bytes',
  'cut-off',
  'short',
  'old-listing',
] as const;
type Effect = (typeof effects)[number];

/** A fault that was ordered: for requests of a method, for keys that contain a text and end with another, so many times; everything that is left out means any. */
export interface Fault {
  effect: Effect;
  method?: string;
  key?: string;
  ending?: string;
  times?: number;
  /** For `slow`: how long an answer is held back. */
  ms?: number;
}

/** A fault on its way, with the keys that there were when it was ordered. */
export interface ActiveFault extends Fault {
  left: number;
  keysThen: readonly string[];
}

/** Begins without any fault. */
export function orderedFaults() {
  let active: ActiveFault[] = [];
  return {
    /** Adds one; throws for what is none. */
    order(fault: Fault, keysThen: readonly string[]): void {
      if (!effects.includes(fault.effect))
        throw new Error(`${fault.effect} is no effect: ${effects.join(', ')}`);
      active.push({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY, keysThen });
    },
    clear(): void {
      active = [];
    },
    /** Takes the first fault that a request meets, once. */
    meet(method: string, key: string): ActiveFault | null {
      const fault = active.find(
        (one) =>
          (one.method ?? method) === method &&
          key.includes(one.key ?? '') &&
          key.endsWith(one.ending ?? '') &&
          one.left > 0,
      );
      if (fault === undefined) return null;
      fault.left -= 1;
      return fault;
    },
  };
}
