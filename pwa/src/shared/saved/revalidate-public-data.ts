import { refreshReviews, refreshTools } from './catalogue.ts';
import { loadConfig } from './shop-config.ts';
import { warmPictures } from './warm-pictures.ts';
import { whenIdle } from './when-idle.ts';

/** Fetches what everyone may see, so that after one visit every public page opens without a network, pictures too. */
export function keepCatalogueFresh(): void {
  whenIdle(async () => {
    await Promise.all([loadConfig().catch(() => undefined), refreshTools(), refreshReviews()]);
    await warmPictures();
  });
}
