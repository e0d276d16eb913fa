import { pictureSources } from '../tools/picture-sources.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { revalidateReviews, revalidateTools } from './catalogue.ts';
import { publicData } from './public-data.ts';
import { revalidateConfig } from './shop-config.ts';

/** As many pictures as `keepPictures` keeps in the service worker, a build of its own; more would push each other out. */
const pictureLimit = 100;

/** A person who saves data, or is on a very slow network, gets only the pictures they look at. */
const isThrifty = (): boolean => {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
};

/**
 * Lets the service worker cache the shop's own pictures of all tools, one after the other, so that they are there offline. One form
 * of each is enough: without a network the worker gives it for the others.
 */
async function cachePictures(): Promise<void> {
  if (!('serviceWorker' in navigator) || isThrifty()) return;
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) {
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  }
  const tools = publicData.tools.get()?.value ?? [];
  for (const { image } of tools.slice(0, pictureLimit)) {
    const form = pictureSources(image)?.fallback ?? image;
    // The worker keeps no pictures of another host, and the page's policy does not let scripts fetch them.
    if (!form.startsWith('/images/')) continue;
    const cached = await caches.match(form);
    if (cached === undefined) await fetchWhole(form).catch(() => undefined);
  }
}

/** An answer that is not read keeps the service worker busy, and the browser lets no newer one begin for minutes. */
async function fetchWhole(address: string): Promise<void> {
  const answer = await fetch(address);
  await answer.blob();
}

/** Fetches what everyone may see, so that after one visit every public page opens without a network, pictures too. */
export function revalidatePublicData(): void {
  whenIdle(async () => {
    await Promise.all([revalidateConfig(), revalidateTools(), revalidateReviews()]);
    await cachePictures();
  });
}
