import { buildVersion } from '../../shared/api/build-version.ts';
import { isBusy } from '../../shared/ui/busy.ts';

const reloadedKey = 'karigar.reloadedForMissingPart';
/** How long (ms) the shop is waited for. */
const patience = 5_000;

/**
 * A page of an earlier release whose part is gone reloads itself: at most once per visit, and never while something must not be interrupted. Else the
 * page says what broke.
 */
export function reloadForMissingPart(): void {
  window.addEventListener('vite:preloadError', async () => {
    if (!(await isReleaseGone()) || isBusy() || sessionStorage.getItem(reloadedKey) !== null) return;
    sessionStorage.setItem(reloadedKey, buildVersion);
    location.reload();
  });
}

/**
 * Whether the shop has the first script of this page no longer; its name changes with that of any part. A part fails as well where the network does,
 * or where the person is going to another page: to reload then would bring them back to this one.
 */
async function isReleaseGone(): Promise<boolean> {
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (first === null) return false;
  const asked = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patience) } as const;
  return fetch(first.src, asked).then(
    ({ status }) => status === 404,
    () => false,
  );
}
