import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { refreshTools } from '../../shared/saved/catalogue.ts';
import { rememberFirstCopy, whenKnown } from '../../shared/saved/memory-cache.ts';
import { firstCopy } from '../../shared/saved/startup-cache.ts';
import { currentSession } from '../../shared/session/session-store.ts';
import { App } from '../app.tsx';
import { lazyParts } from '../layout/lazy-parts.ts';
import { isPageName, type PageName, pageAt } from '../page-places.ts';
import { pages } from '../pages.ts';
import { start } from './start.ts';

/**
 * How long (ms) nothing is drawn for a page whose code or saved copy does not come: a first paint of the build may stand
 * for longer than an empty page. Then the shop's own frame says more.
 */
const patience = { drawn: 5_000, empty: 1_000 };

/** Resolves when the page, and for somebody signed in the frame around it, can be drawn in one go. */
async function drawable(page: PageName): Promise<void> {
  const frame = currentSession().user === null ? [] : Object.values(lazyParts);
  await Promise.all([pages[page], ...frame].map((part) => part.preload()));
}

/** Pages whose first paint may hold tools' pictures, which would go and come back if React drew before the tools are there. */
const pagesOfTools: readonly PageName[] = ['home', 'tools', 'purchase'];

/** Resolves when what the page shows is known: from an earlier visit or, where the build has drawn it, from the shop. */
async function content(page: PageName | undefined, isDrawn: boolean): Promise<void> {
  rememberFirstCopy(await firstCopy());
  if (!isDrawn || page === undefined || !pagesOfTools.includes(page)) return;
  await Promise.race([whenKnown('tools'), refreshTools()]);
}

/**
 * Starts the shop in `root`. Where the build has drawn the page's first paint (`data-page` names the page), React takes
 * its place only when the page itself can be drawn with its tools, so that nobody sees less in between. Elsewhere, on
 * every repeat visit, the page's code and the saved copy are awaited together, so that the first thing drawn is the content.
 */
export async function openShop(root: HTMLElement): Promise<void> {
  start();
  const drawn = root.querySelector<HTMLElement>('[data-page]')?.dataset.page;
  const page = isPageName(drawn) ? drawn : pageAt(location.pathname);
  const late = new Promise((resolve) =>
    setTimeout(resolve, drawn === undefined ? patience.empty : patience.drawn),
  );
  const code = page === undefined ? undefined : drawable(page).catch(() => undefined);
  await Promise.race([Promise.all([code, content(page, drawn !== undefined)]), late]);
  const draw = () => createRoot(root).render(<App />);
  // In slices: what the build has drawn stays in place and answers to touch until all is ready.
  if (drawn === undefined) draw();
  else startTransition(draw);
}
