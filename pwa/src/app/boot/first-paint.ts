/** A page that nobody looks at is never painted, so it is not waited for long (ms). */
const patience = 200;
/** How long (ms) the shop's code lets the first paint's pictures go before it. */
const picturePatience = 1_000;

/** Resolves when the browser has painted what the document holds now. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, patience);
  });
}

/** Resolves when what the build has drawn into `root` is painted, with the pictures that it begins with, if they come soon. */
export async function firstPaint(root: HTMLElement): Promise<void> {
  const pictures = [...root.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')];
  const late = new Promise((resolve) => setTimeout(resolve, picturePatience));
  await Promise.race([Promise.all(pictures.map((one) => one.decode().catch(() => undefined))), late]);
  await nextPaint();
}

/** Lets the browser fetch the scripts that the document names for after its first paint. */
export function fetchDeferredScripts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="deferred"]'))
    link.rel = 'modulepreload';
}
