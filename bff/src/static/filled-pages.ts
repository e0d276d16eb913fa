import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import { formatMoney } from '../contracts/money.ts';
import { keepUnits } from '../contracts/page-words.ts';
import type { Rating } from '../contracts/people.ts';
import type { Tool } from '../contracts/tool.ts';
import { type EncodedText, encodedText } from '../http/encoded-text.ts';
import { ownPicture } from '../images/picture-names.ts';
import type { Catalogue, CatalogueSnapshot } from '../tools/catalogue.ts';
import { withTimeout } from '../with-timeout.ts';
import type { FirstVisitPage } from './first-visit-pages.ts';
import { type KnownShop, pageHead, withHead, wordsHead } from './page-head.ts';
import { bytesOrNull } from './release-files.ts';

/** A page without tools now is better than one with them later. */
const timeoutMs = 200;
const maxCached = 200;
/** How many tools of the list a first paint shows at most. */
const shown = 12;

/** What a first paint says of a tool. */
type ShownTool = Pick<Tool, 'image' | 'name' | 'price'>;

/** Where the tools come from, with their ratings, and whether a tool that is not among them was sold once. */
export type ToolSource = Pick<Catalogue, 'current' | 'snapshot'> & {
  rating(id: string): Promise<Rating | null>;
  wasSold(id: string): Promise<boolean>;
};

/** What is known of the tools of a page; null head: nothing, because they cannot be read. */
interface Known {
  status: 200 | 404 | 410;
  tools: readonly Tool[];
  head: string | null;
}

/**
 * Fills pages of the build for those who run no script, and for a first paint: gives the HTML of a page with its head, and with the
 * pictures, names and prices of its tools in it, or null when the file is gone. A catalogue that cannot be read, or not soon, leaves the
 * tools out, and the page is that of the shop. The page of a tool that is not for sale has status 410 where it was sold once, else 404.
 */
export function filledPages(source: ToolSource, shop: KnownShop) {
  const cached = new LRUCache<string, EncodedText, () => Promise<EncodedText | undefined>>({
    max: maxCached,
    fetchMethod: (_key, _stale, { context }) => context(),
  });
  const soon = <T>(reading: Promise<T>) => {
    const late = () => null;
    return withTimeout<T | null>(timeoutMs, reading, late).catch(late);
  };
  const knownOf = async (page: FirstVisitPage, isSearch: boolean): Promise<Known> => {
    const snapshot: CatalogueSnapshot | null =
      page.tools === undefined ? null : (source.current() ?? (await soon(source.snapshot())));
    if (page.toolId === null) {
      // A search shows other tools than the list begins with.
      const tools = isSearch ? [] : (snapshot?.tools.slice(0, shown) ?? []);
      return { status: 200, tools, head: pageHead(page, shop) };
    }
    const tool = snapshot?.byId.get(page.toolId);
    if (tool) {
      const rating = await soon(source.rating(page.toolId));
      return { status: 200, tools: [tool], head: pageHead(page, shop, tool, rating) };
    }
    const wasSold = snapshot && (await soon(source.wasSold(page.toolId)));
    if (wasSold === null) return { status: 200, tools: [], head: null };
    return { status: wasSold ? 410 : 404, tools: [], head: wordsHead(page) };
  };
  return async (
    file: string,
    page: FirstVisitPage,
    isSearch: boolean,
  ): Promise<{ text: EncodedText; status: Known['status'] } | null> => {
    const { status, tools, head } = await knownOf(page, isSearch);
    const key = [file, head, ...tools.map(({ image, name, price }) => [image, name, price])];
    const fill = async () => {
      const drawn = (await bytesOrNull(file))?.toString();
      if (drawn === undefined) return undefined;
      const filled = withTools(drawn, tools);
      return encodedText(head === null ? filled : withHead(filled, head), ['br', 'gzip']);
    };
    const text = await cached.fetch(JSON.stringify(key), { context: fill });
    return text ? { text, status } : null;
  };
}

/** Pictures in the HTML of the build that stand in for a tool's: the tool's place in the list, and the markup. */
const standIns = /<picture data-stand-in="(\d+)">(.*?)<\/picture>/gs;
const standInStem = /\/images\/0{32}(?![0-9a-f])/g;

/** Words in the HTML of the build that stand in for a tool's: their class, the tool's place, which of its words, and the text there. */
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
      const words = field === 'name' ? keepUnits(tool.name) : formatMoney(tool.price);
      return `<span class="${name}">${html`${words}`}</span>`;
    });
