import { onReachability, reachability } from './reachability.ts';

const firstPause = 15_000;
const longestPause = 2 * 60_000;

/**
 * Asks the shop from time to time while it cannot be reached, so that a page notices its return although the browser
 * believed in its network all along. `ask` is any call to the API; its failure is expected. Gives the function that
 * stops.
 */
export function probeWhileAway(ask: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPause;
  const probe = async () => {
    timer = undefined;
    if (document.visibilityState === 'visible') await ask().catch(() => undefined);
    follow();
  };
  const follow = () => {
    if (reachability().reachable) {
      clearTimeout(timer);
      timer = undefined;
      pause = firstPause;
    } else if (timer === undefined) {
      timer = setTimeout(() => void probe(), pause);
      pause = Math.min(pause * 2, longestPause);
    }
  };
  const stopFollowing = onReachability(follow);
  follow();
  return () => {
    stopFollowing();
    clearTimeout(timer);
  };
}

/** Runs `work` each time the shop can be reached again after it could not. Gives the function that stops. */
export function onReturnOfShop(work: () => void): () => void {
  let before = reachability().reachable;
  return onReachability(() => {
    const now = reachability().reachable;
    if (now && !before) work();
    before = now;
  });
}
