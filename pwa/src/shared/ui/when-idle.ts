/** Runs `work` when the browser has nothing better to do, after `atLatest` ms in any case. */
export function whenIdle(work: () => void, atLatest = 5_000): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: atLatest });
  else setTimeout(work, Math.min(atLatest, 2_000));
}
