import type { Tool } from '../contracts/tool.ts';

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
