import { buildVersion } from '../../shared/api/build-version.ts';
import { isBusy } from '../../shared/ui/busy.ts';
import { tabStorage } from '../../shared/web-storage.ts';
import { applyUpdate } from './service-worker.ts';

const reloadedKey = 'karigar.reloadedForMissingPart';
/** How long (ms) the shop is waited for. */
const patience = 5_000;

/** At most once per visit, and never while something must not be interrupted. */
const mayReload = (): boolean => !isBusy() && tabStorage.read(reloadedKey) === null;

/**
 * A page of which the shop lacks a part, as it is of another release, says what broke, and goes over to the present release as soon as the shop has
 * said so, unless the person is at another page by then.
 */
export function reloadForMissingPart(): void {
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    if (!mayReload()) return;
    const { href } = location;
    if (!(await isGone(payload)) || !mayReload() || location.href !== href) return;
    tabStorage.write(reloadedKey, buildVersion);
    await applyUpdate();
  });
}

/**
 * Whether the shop lacks the part that could not be loaded, or the first script of this page, whose name changes with that of any part: not every browser
 * names the part. One fails to load as well where the network does, and where the person is leaving: to reload then would bring them back.
 */
async function isGone(failure: unknown): Promise<boolean> {
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const [part] = /https?:\/\/\S+/.exec(String(failure)) ?? [];
  const missing = [first, part].filter((address) => address !== undefined).map(isMissing);
  return (await Promise.all(missing)).includes(true);
}

const isMissing = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patience) }).then(
    ({ status }) => status === 404,
    () => false,
  );
