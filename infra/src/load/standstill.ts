import { performance } from 'node:perf_hooks';

const tickMs = 20;

/** How long this program could not run: what held it up held up everything that it measures. */
export interface Standstill {
  /** The longest time of each minute since the start (ms). */
  readonly byMinute: readonly number[];
  stop(): void;
}

/** Watches a short timer, and by how much it is late. */
export function watchStandstill(): Standstill {
  const byMinute: number[] = [];
  const start = performance.now();
  let last = start;
  const timer = setInterval(() => {
    const now = performance.now();
    const minute = Math.floor((now - start) / 60_000);
    byMinute[minute] = Math.max(byMinute[minute] ?? 0, now - last - tickMs);
    last = now;
  }, tickMs);
  return { byMinute, stop: () => clearInterval(timer) };
}
