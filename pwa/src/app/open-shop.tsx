import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pages } from './pages.ts';
import { start } from './start.ts';

/** How long (ms) a first paint stands for a page whose code does not come; then the shop's own frame says more. */
const patience = 5_000;

const isPage = (name: string | undefined): name is keyof typeof pages =>
  name !== undefined && Object.hasOwn(pages, name);

/**
 * Starts the shop in `root`. Where the build has drawn the page's first paint (`data-page` names the page), React takes
 * its place only when the page itself can be drawn, so that nobody sees an empty frame in between.
 */
export async function openShop(root: HTMLElement): Promise<void> {
  start();
  const { page } = root.dataset;
  if (isPage(page)) {
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([pages[page].preload().catch(() => undefined), late]);
  }
  createRoot(root).render(<App />);
}
