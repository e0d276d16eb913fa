import type { Tool } from '../contracts/tool.ts';
import type { Encoding } from '../http/accepted-encoding.ts';
import type { Catalogue, CatalogueSnapshot } from '../tools/catalogue.ts';
import { withTimeout } from '../with-timeout.ts';
import { type EncodedFile, encodedBytes, fileCache } from './encoded-file.ts';
import type { FirstVisitPage } from './first-visit-pages.ts';
import { bytesOrNull, type ReleaseFile } from './release-files.ts';

/** A page without pictures now is better than one with them later. */
const timeoutMs = 200;
const maxCached = 200;
/** How many tools of the list a first paint shows at most. */
const shown = 12;

/** Whose pictures: those that the page waits for, or nobody's. */
type Pictures = NonNullable<FirstVisitPage['pictures']> | 'none';

/**
 * Fills first paints from the catalogue: gives a page's HTML with the pictures of its tools in it, or null when the file is gone.
 * A catalogue that cannot be read, or not soon, leaves the pictures out.
 */
export function filledPages(catalogue: Pick<Catalogue, 'current' | 'snapshot'>) {
  const cached = fileCache(maxCached);
  const soon = () =>
    withTimeout<CatalogueSnapshot | null>(timeoutMs, catalogue.snapshot(), () => null).catch(() => null);
  const toolsOf = async (pictures: Pictures) => {
    if (pictures === 'none') return [];
    const snapshot = catalogue.current() ?? (await soon());
    if (pictures === 'newest') return snapshot?.tools.slice(0, shown) ?? [];
    return [snapshot?.byId.get(pictures.toolId) ?? []].flat();
  };
  return async (
    release: ReleaseFile,
    pictures: Pictures,
    encoding: Encoding,
  ): Promise<EncodedFile | null> => {
    const tools = await toolsOf(pictures);
    const key = [encoding, release.file, ...tools.map(({ image }) => image)].join(' ');
    return cached(key, async () => {
      const html = await bytesOrNull(release.file);
      return html && encodedBytes(Buffer.from(withPictures(html.toString(), tools)), encoding);
    });
  };
}

/** Pictures in the HTML of the build that stand in for a tool's: the tool's place in the list, and the markup. */
const standIns = /<picture data-stand-in="(\d+)">(.*?)<\/picture>/gs;
const standInStem = /\/images\/0{32}(?![0-9a-f])/g;
/** Pictures that the shop stores itself, in all the forms that the markup names. */
const ownPicture = /^(\/images\/[0-9a-f]{32})\.webp$/;

/**
 * Puts the pictures of `tools` into a page that the build has drawn without knowing any tool, so that the browser fetches
 * them with the page's other files. A place without a tool, or with a picture of another host, stays an empty frame.
 */
export const withPictures = (html: string, tools: readonly Pick<Tool, 'image'>[]): string =>
  html.replace(standIns, (_, place: string, markup: string) => {
    const stem = ownPicture.exec(tools[Number(place)]?.image ?? '')?.[1];
    return stem === undefined ? '' : `<picture>${markup.replace(standInStem, () => stem)}</picture>`;
  });
