import { buildVersion } from '../../shared/api/build-version.ts';
import { reachability } from '../../shared/api/reachability.ts';
import { isBusy } from '../../shared/ui/busy.ts';

const reloadedKey = 'karigar.reloadedForMissingPart';

/** What decides whether a page that misses a part of itself may reload. */
export interface ReloadChance {
  online: boolean;
  busy: boolean;
  reloadedBefore: boolean;
  /** The person is going to another page: what was on its way for this one is broken off. */
  leaving: boolean;
}

/** How long (ms) a page counts as left: it may stay after all, where what was to follow is a download. */
const leavingTakes = 10_000;

/**
 * Once per visit, never while something must not be interrupted, never without the shop, where a reload changes nothing, and never in the place of
 * the page that somebody has asked for.
 */
export const mayReload = ({ online, busy, reloadedBefore, leaving }: ReloadChance): boolean =>
  online && !busy && !reloadedBefore && !leaving;

/** A page of an earlier release whose part is gone reloads itself, at most once; otherwise the page says what broke. */
export function reloadForMissingPart(): void {
  let leftAt = Number.NEGATIVE_INFINITY;
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  window.addEventListener('vite:preloadError', (event) => {
    const chance = {
      online: navigator.onLine && reachability().reachable,
      busy: isBusy(),
      reloadedBefore: sessionStorage.getItem(reloadedKey) !== null,
      leaving: performance.now() - leftAt < leavingTakes,
    };
    if (!mayReload(chance)) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, buildVersion);
    location.reload();
  });
}
