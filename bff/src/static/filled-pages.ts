import type { Encoding } from '../http/accepted-encoding.ts';
import type { Catalogue, CatalogueSnapshot } from '../tools/catalogue.ts';
import { withTimeout } from '../with-timeout.ts';
import { type EncodedFile, encodedBytes } from './encoded-file.ts';
import { withPictures } from './first-paint-pictures.ts';
import type { FirstVisitPage } from './first-visit-pages.ts';
import { bytesOrNull, type ReleaseFile } from './release-files.ts';

/** A page without pictures now is better than one with them later (ms). */
const patienceMs = 200;
const keptInMemory = 200;
/** How many tools of the list a first paint shows at most. */
const shown = 12;

/** The snapshot, unless that fails or takes too long. */
const soon = (catalogue: Pick<Catalogue, 'snapshot'>): Promise<CatalogueSnapshot | null> =>
  withTimeout<CatalogueSnapshot | null>(patienceMs, catalogue.snapshot(), () => null).catch(() => null);

/** Whose pictures: those that the page waits for, or nobody's. */
type Pictures = NonNullable<FirstVisitPage['pictures']> | 'none';

/** Gives a page's HTML with the pictures of its tools in it; null when the file is gone. */
export type FilledPages = (
  release: ReleaseFile,
  pictures: Pictures,
  encoding: Encoding,
) => Promise<EncodedFile | null>;

/** Fills first paints from the catalogue. A catalogue that cannot be read, or not soon, leaves the pictures out. */
export function filledPages(catalogue: Pick<Catalogue, 'current' | 'snapshot'>): FilledPages {
  const memory = new Map<string, Promise<EncodedFile | null>>();
  return async (release, pictures, encoding) => {
    const tools =
      pictures === 'none' ? [] : toolsOf(catalogue.current() ?? (await soon(catalogue)), pictures);
    const key = [encoding, release.file, ...tools.map(({ image }) => image)].join(' ');
    const known = memory.get(key);
    if (known !== undefined) return known;
    if (memory.size >= keptInMemory) memory.clear();
    const filling = bytesOrNull(release.file).then((html) =>
      html === null ? null : encodedBytes(Buffer.from(withPictures(html.toString(), tools)), encoding),
    );
    memory.set(key, filling);
    filling.then((file) => file === null && memory.delete(key)).catch(() => memory.delete(key));
    return filling;
  };
}

function toolsOf(snapshot: CatalogueSnapshot | null, pictures: Exclude<Pictures, 'none'>) {
  if (snapshot === null) return [];
  if (pictures === 'newest') return snapshot.tools.slice(0, shown);
  const tool = snapshot.byId.get(pictures.toolId);
  return tool === undefined ? [] : [tool];
}
