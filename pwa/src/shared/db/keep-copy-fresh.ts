import { refreshReviews, refreshTools } from './catalogue.ts';
import { loadConfig } from './shop-config.ts';
import { warmPictures } from './warm-pictures.ts';

/** Runs `work` when the browser has nothing better to do, after five seconds at the latest. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 2_000);
}

/** Fetches what everyone may see, so that after one visit every public page opens without a network, pictures too. */
export function keepCatalogueFresh(): void {
  whenIdle(async () => {
    await Promise.all([loadConfig().catch(() => undefined), refreshTools(), refreshReviews()]);
    await warmPictures();
  });
}
