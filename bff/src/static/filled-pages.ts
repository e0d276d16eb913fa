import { html } from 'hono/html';
import { formatMoney } from '../contracts/money.ts';
import type { Tool } from '../contracts/tool.ts';
import { type EncodedText, encodedText } from '../http/encoded-text.ts';
import { ownPicture } from '../images/picture-names.ts';
import type { Catalogue, CatalogueSnapshot } from '../tools/catalogue.ts';
import { withTimeout } from '../with-timeout.ts';
import type { FirstVisitPage } from './first-visit-pages.ts';
import { bytesOrNull, fileCache } from './release-files.ts';

/** A page without tools now is better than one with them later. */
const timeoutMs = 200;
const maxCached = 200;
/** How many tools of the list a first paint shows at most. */
const shown = 12;

/** Which tools: those that the page waits for, or none. */
type WantedTools = NonNullable<FirstVisitPage['tools']> | 'none';
/** What a first paint says of a tool. */
type ShownTool = Pick<Tool, 'image' | 'name' | 'price'>;

/**
 * Fills first paints from the catalogue: gives a page's HTML with the pictures, names and prices of its tools in it, or null when the
 * file is gone. A catalogue that cannot be read, or not soon, leaves them out.
 */
export function filledPages(catalogue: Pick<Catalogue, 'current' | 'snapshot'>) {
  const cached = fileCache(maxCached);
  const toolsOf = async (wanted: WantedTools) => {
    if (wanted === 'none') return [];
    const late = () => null;
    const snapshot =
      catalogue.current() ??
      (await withTimeout<CatalogueSnapshot | null>(timeoutMs, catalogue.snapshot(), late).catch(late));
    if (wanted === 'newest') return snapshot?.tools.slice(0, shown) ?? [];
    return [snapshot?.byId.get(wanted.toolId) ?? []].flat();
  };
  return async (file: string, wanted: WantedTools): Promise<EncodedText | null> => {
    const tools = await toolsOf(wanted);
    const key = [file, ...tools.map(({ image, name, price }) => [image, name, price])];
    return cached(JSON.stringify(key), async () => {
      const drawn = await bytesOrNull(file);
      return drawn && encodedText(withTools(drawn.toString(), tools), ['br', 'gzip']);
    });
  };
}

/** Pictures in the HTML of the build that stand in for a tool's: the tool's place in the list, and the markup. */
const standIns = /<picture data-stand-in="(\d+)">(.*?)<\/picture>/gs;
const standInStem = /\/images\/0{32}(?![0-9a-f])/g;

/** Words in the HTML of the build that stand in for a tool's: their class, the tool's place, which of its words, and what stands there. */
const waitingWords =
  /<tool-words class="([^"]*)" data-place="(\d+)" data-field="(name|price)">(.*?)<\/tool-words>/gs;

/**
 * Puts the pictures, names and prices of `tools` into a page that the build has drawn without knowing any tool: the first tools are
 * read before any script, and the browser fetches their pictures with the page's other files. A place without a tool keeps what the
 * build has drawn there, one with a picture of another host an empty frame.
 */
export const withTools = (page: string, tools: readonly ShownTool[]): string =>
  page
    .replace(standIns, (_, place: string, markup: string) => {
      const stem = ownPicture.exec(tools[Number(place)]?.image ?? '')?.[1];
      return stem === undefined ? '' : `<picture>${markup.replace(standInStem, () => stem)}</picture>`;
    })
    .replace(waitingWords, (_, name: string, place: string, field: 'name' | 'price', drawn: string) => {
      const tool = tools[Number(place)];
      if (tool === undefined) return drawn;
      const words = field === 'name' ? tool.name : formatMoney(tool.price);
      return `<span class="${name}">${html`${words}`}</span>`;
    });
