import { buildVersion } from '../../shared/api/build-version.ts';
import { reachability } from '../../shared/api/reachability.ts';
import { isBusy } from '../../shared/ui/busy.ts';

const reloadedKey = 'karigar.reloadedForMissingPart';

/** What decides whether a page that misses a part of itself may reload. */
export interface ReloadChance {
  online: boolean;
  busy: boolean;
  reloadedBefore: boolean;
}

/** Once per visit, never while something must not be interrupted, and never without the shop, where a reload changes nothing. */
export const mayReload = ({ online, busy, reloadedBefore }: ReloadChance): boolean =>
  online && !busy && !reloadedBefore;

/** A page of an earlier release whose part is gone reloads itself, at most once; otherwise the page says what broke. */
export function reloadForMissingPart(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const chance = {
      online: navigator.onLine && reachability().reachable,
      busy: isBusy(),
      reloadedBefore: sessionStorage.getItem(reloadedKey) !== null,
    };
    if (!mayReload(chance)) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, buildVersion);
    location.reload();
  });
}
