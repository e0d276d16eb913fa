import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks every 50 ms until the answer is yes; an answer that throws counts as no. Throws an Error that names `what` when it is still no
 * after `limitMs`.
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  let fault: unknown;
  for (;;) {
    try {
      if (await isSo()) return;
    } catch (error) {
      fault = error;
    }
    if (performance.now() > end) throw new Error(`Not within ${limitMs / 1000} s: ${what}`, { cause: fault });
    await pause(50);
  }
}
