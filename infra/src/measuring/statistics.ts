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

/** The value that a share `q` (0 to 1) of the values does not exceed; NaN for none. */
export function percentile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

const BUCKETS_PER_DOUBLING = 32;
const SMALLEST_MS = 0.001;

/**
 * Counts durations in logarithmic buckets of about 2 %, so that ten minutes of load fit in a few kilobytes.
 * Durations are milliseconds, from one microsecond to some hours.
 */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(BUCKETS_PER_DOUBLING * 36);
  #total = 0;
  #max = 0;

  /** Counts one duration in milliseconds. */
  record(ms: number): void {
    const bucket = Math.floor(Math.log2(Math.max(ms, SMALLEST_MS) / SMALLEST_MS) * BUCKETS_PER_DOUBLING);
    const index = Math.min(bucket, this.#counts.length - 1);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#total += 1;
    this.#max = Math.max(this.#max, ms);
  }

  /** How many durations were counted. */
  get count(): number {
    return this.#total;
  }

  /** The longest duration in milliseconds. */
  get max(): number {
    return this.#max;
  }

  /** The upper edge, in milliseconds, of the bucket that holds the share `q` (0 to 1); NaN while empty. */
  percentile(q: number): number {
    if (this.#total === 0) return Number.NaN;
    let left = Math.ceil(q * this.#total);
    for (const [index, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0) return Math.min(this.#max, SMALLEST_MS * 2 ** ((index + 1) / BUCKETS_PER_DOUBLING));
    }
    return this.#max;
  }
}
