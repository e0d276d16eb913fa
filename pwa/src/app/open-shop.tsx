import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { currentSession } from '../shared/session/session-store.ts';
import { App } from './app.tsx';
import { lateParts } from './layout/late-parts.ts';
import { pages } from './pages.ts';
import { start } from './start.ts';

/** How long (ms) a first paint stands for a page whose code does not come; then the shop's own frame says more. */
const patience = 5_000;

const isPage = (name: string | undefined): name is keyof typeof pages =>
  name !== undefined && Object.hasOwn(pages, name);

/** Resolves when the page, and for somebody signed in the frame around it, can be drawn in one go. */
async function drawable(page: keyof typeof pages): Promise<void> {
  const frame = currentSession().user === null ? [] : Object.values(lateParts);
  await Promise.all([pages[page], ...frame].map((part) => part.preload()));
}

/**
 * Starts the shop in `root`. Where the build has drawn the page's first paint (`data-page` names the page), React takes
 * its place only when the page itself can be drawn, so that nobody sees an empty frame in between.
 */
export async function openShop(root: HTMLElement): Promise<void> {
  start();
  const page = root.querySelector<HTMLElement>('[data-page]')?.dataset.page;
  if (isPage(page)) {
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([drawable(page).catch(() => undefined), late]);
  }
  // In slices: what the build has drawn stays in place and answers to touch until all is ready.
  startTransition(() => createRoot(root).render(<App />));
}
