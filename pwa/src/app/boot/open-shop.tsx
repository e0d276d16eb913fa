import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { getConfig } from '../../shared/api/calls.ts';
import { lendCredentials } from '../../shared/api/http.ts';
import { probeWhileAway } from '../../shared/api/probe.ts';
import { isRedirecting } from '../../shared/identity/redirect.ts';
import { noticeErased, renewToken } from '../../shared/identity/renewal.ts';
import { revalidateTools } from '../../shared/saved/catalogue.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { takeDocument, whenToolsKnown } from '../../shared/saved/public-data.ts';
import { revalidatePublicData } from '../../shared/saved/revalidate-public-data.ts';
import { startupCache } from '../../shared/saved/startup-cache.ts';
import { accessToken, currentSession, tokenHolder } from '../../shared/session/session-store.ts';
import { whenIdle } from '../../shared/ui/when-idle.ts';
import { App } from '../app.tsx';
import { keepInstallPrompt } from '../install/install-store.ts';
import { DashboardLayout, MenuDrawer, OutboxBadge, WaitingCount } from '../layout/lazy-layout.ts';
import { nameFirstEntry } from '../layout/scroll-memory.ts';
import { lazyPages } from '../lazy-pages.ts';
import { pageAt } from '../page-at.ts';
import { reloadForMissingPart } from '../update/missing-part.ts';
import { registerServiceWorker } from '../update/service-worker.ts';

const attribute = 'data-mantine-color-scheme';

/** Shows the page in its light colours while it is printed, because paper is white. */
function printInLight(): void {
  const { documentElement: root } = document;
  let before: string | null = null;
  const toPaper = () => {
    before ??= root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  };
  const toScreen = () => {
    if (before !== null) root.setAttribute(attribute, before);
    before = null;
  };
  window.addEventListener('beforeprint', toPaper);
  window.addEventListener('afterprint', toScreen);
  // A preview may stay open for longer than the events say.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? toPaper : toScreen)());
}

/** Wires the parts together and starts what runs beside the pages; called once, before React draws. */
function start(): void {
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

/**
 * How long (ms) nothing is drawn for a page whose code or cached data does not come: prerendered content may stand for
 * longer than an empty page. Then the shop's own frame says more.
 */
const limit = { prerendered: 5_000, empty: 1_000 };

/** How long (ms) after its first drawing the shop fetches what this page does not need. */
const quiet = 2_000;

/** Loads the page at this address and, for somebody signed in, what is around it, so that they can be drawn in one go. */
async function code(): Promise<void> {
  const { user } = currentSession();
  // Opened meanwhile, so that the page's first question finds it open; a fault shows up there.
  if (user !== null)
    void personDb(user.uid)
      .read(({ facts }) => facts.get('list'))
      .catch(() => undefined);
  const frame = user === null ? [] : [DashboardLayout, MenuDrawer, OutboxBadge, WaitingCount];
  await Promise.all([lazyPages[pageAt(location.pathname)], ...frame].map((part) => part.preload()));
}

/**
 * Takes over the cached data of an earlier visit. Where the build has drawn the page, resolves when the tools are known, from
 * the cache or from the shop: their pictures stand there already, and would go and come back.
 */
async function content(prerendered: boolean): Promise<void> {
  for (const document of await startupCache()) takeDocument(document);
  if (prerendered) await Promise.race([whenToolsKnown(), revalidateTools()]);
}

/**
 * Starts the shop in `root`. The page's code and the cached data are awaited together, so that the first thing React draws is
 * the content. Where the build has drawn the page (`data-prerendered`), that stays until then.
 */
export async function openShop(root: HTMLElement): Promise<void> {
  start();
  const prerendered = root.querySelector('[data-prerendered]') !== null;
  const late = new Promise((resolve) => setTimeout(resolve, prerendered ? limit.prerendered : limit.empty));
  await Promise.race([Promise.all([code().catch(() => undefined), content(prerendered)]), late]);
  const draw = () => createRoot(root).render(<App />);
  // In slices: what the build has drawn stays in place and answers to touch until all is ready.
  if (prerendered) startTransition(draw);
  else draw();
  // Where most people go next: a picture moves there only if the page can be drawn at once. The page at hand comes first.
  setTimeout(() => whenIdle(() => void lazyPages.tool.preload().catch(() => undefined)), quiet);
}
