import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks every 50 ms until there is an answer, and gives it; a question that throws has none yet. Throws the last error when there is none
 * after `limitMs`.
 */
export async function eventually<T>(ask: () => Promise<T>, limitMs = 60_000): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(50);
  }
}

/** Waits until the answer is yes. Throws an Error that names `what` when it is still no after `limitMs`. */
export function until(what: string, isSo: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  return eventually(async () => {
    if (!(await isSo())) throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
  }, limitMs);
}
