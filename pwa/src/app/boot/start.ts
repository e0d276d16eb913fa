import { getConfig } from '../../shared/api/calls.ts';
import { lendCredentials } from '../../shared/api/http.ts';
import { probeWhileAway } from '../../shared/api/probe.ts';
import { isRedirecting } from '../../shared/identity/redirect.ts';
import { noticeErased, renewToken } from '../../shared/identity/renewal.ts';
import { revalidatePublicData } from '../../shared/saved/revalidate-public-data.ts';
import { accessToken, tokenHolder } from '../../shared/session/session-store.ts';
import { keepInstallPrompt } from '../install/install-store.ts';
import { nameFirstEntry } from '../layout/scroll-memory.ts';
import { printInLight } from '../theme/print-in-light.ts';
import { reloadForMissingPart } from '../update/missing-part.ts';
import { registerServiceWorker } from '../update/service-worker.ts';

/** Wires the parts together and starts what runs beside the pages; called once, before React draws. */
export function start(): void {
  lendCredentials({ token: accessToken, holder: tokenHolder, renew: renewToken, erased: noticeErased });
  nameFirstEntry();
  keepInstallPrompt();
  printInLight();
  reloadForMissingPart();
  revalidatePublicData();
  probeWhileAway(getConfig);
  if (isRedirecting()) {
    void import('../../shared/identity/sign-in.ts')
      .then(({ finishRedirectSignIn }) => finishRedirectSignIn())
      .catch(() => undefined);
  }
  if (document.readyState === 'complete') void registerServiceWorker();
  else window.addEventListener('load', () => void registerServiceWorker(), { once: true });
}
