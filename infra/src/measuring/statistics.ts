import { createHistogram } from 'node:perf_hooks';

/** The middle of the values (mean of the two middle ones for an even count); NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Half the distance between the smallest and the largest value, as a share of the median: 0.1 means ± 10 %. */
export function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
}

/** Counts durations, from one microsecond to some hours, to three significant digits: ten minutes of load fit in a few kilobytes. */
export class LatencyHistogram {
  readonly #microseconds = createHistogram({ figures: 3 });
  #max = 0;

  /** Counts one duration in milliseconds. */
  record(ms: number): void {
    this.#microseconds.record(Math.max(1, Math.round(ms * 1000)));
    this.#max = Math.max(this.#max, ms);
  }

  /** How many durations were counted. */
  get count(): number {
    return this.#microseconds.count;
  }

  /** The longest duration in milliseconds; 0 while empty. */
  get max(): number {
    return this.#max;
  }

  /** What a table tells of the durations. */
  get cells() {
    return { 'p50 ms': this.percentile(0.5), 'p99 ms': this.percentile(0.99), 'longest ms': this.max };
  }

  /** The duration in milliseconds that a share `q` (0 to 1) of all does not exceed; NaN while empty. */
  percentile(q: number): number {
    if (this.count === 0) return Number.NaN;
    return Math.min(this.#max, this.#microseconds.percentile(q * 100) / 1000);
  }
}
