import { html, raw } from 'hono/html';
import type { BreadcrumbList, Graph, Organization, Product } from 'schema-dts';
import { currency } from '../contracts/money.ts';
import { documentTitle, isOrderable, picturesOf, shopName, summaryOf } from '../contracts/page-words.ts';
import type { Rating } from '../contracts/people.ts';
import type { Tool } from '../contracts/tool.ts';
import { linkPicture, ownPicture } from '../images/picture-names.ts';
import type { FirstVisitPage } from './first-visit-pages.ts';

/** The picture of the shop, for links to a page without one of its own, as `og:image` tells of it; '' is its address. */
const shopPicture = {
  '': '/screenshots/home-wide.jpg',
  ':type': 'image/jpeg',
  ':width': 1280,
  ':height': 800,
  ':alt': 'The home page of the shop',
};

/** What the pages of the build say in place of a page's own words. */
const shopWords = /<title>[^<]*<\/title>\s*<meta\s+name="description"[^>]*>/;

/** Puts the head of a page into its HTML. A function, because texts of tools may hold `$&`. */
export const withHead = (page: string, head: string): string => page.replace(shopWords, () => head);

/** Writes title and description, each as one element: all that is said of a tool that is not for sale, for search engines and messengers show it. */
export const wordsHead = ({ title, description }: { title: string; description: string }): string =>
  `${html`<title>${documentTitle(title)}</title><meta name="description" content="${description}">`}`;

/**
 * Writes the head of a public page for programs that run no script, such as search engines and messengers: title, description, the
 * address to be shown, a preview of a link to it, and structured data.
 * @param tool the tool that the page is of
 * @param rating the rating of the tool's reviews; null for none
 */
export function pageHead(
  page: FirstVisitPage,
  shop: KnownShop,
  tool?: Tool,
  rating: Rating | null = null,
): string {
  const { shopUrl } = shop;
  const title = tool?.name ?? page.title;
  const description = tool ? summaryOf(tool.description) : page.description;
  const url = shopUrl + (tool ? page.path.replace(':id', encodeURIComponent(tool._id)) : page.path);
  const picture = tool ? pictureOf(tool, shopUrl) : { ...shopPicture, '': shopUrl + shopPicture[''] };
  const steps = [
    ...page.above.map((each) => ({ title: each.title, url: shopUrl + each.path })),
    ...(tool?.category
      ? [{ title: tool.category, url: `${shopUrl}/tools?category=${encodeURIComponent(tool.category)}` }]
      : []),
    { title, url },
  ];
  const preview = {
    'og:type': tool ? 'product' : 'website',
    'og:site_name': shopName,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    ...Object.fromEntries(Object.entries(picture ?? {}).map(([key, value]) => [`og:image${key}`, value])),
    ...(tool && {
      'product:price:amount': tool.price,
      'product:price:currency': currency(),
      'product:availability': isOrderable(tool) ? 'in stock' : 'out of stock',
    }),
  };
  const named = {
    // Read by the page's script: prices may be drawn before it has the configuration.
    ...(currency() !== 'USD' && { currency: currency() }),
    'twitter:card': picture ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
    ...(picture && { 'twitter:image': picture[''], 'twitter:image:alt': picture[':alt'] }),
  };
  return [
    wordsHead({ title, description }),
    html`<link rel="canonical" href="${url}">`,
    ...Object.entries(preview).map(([key, value]) => html`<meta property="${key}" content="${value}">`),
    ...Object.entries(named).map(([key, value]) => html`<meta name="${key}" content="${value}">`),
    html`<script type="application/ld+json">${raw(jsonInHtml(structuredData(shop, steps, tool, rating)))}</script>`,
  ].join('');
}

/** A `<` would let a text end the script element, or begin a comment in it. */
const jsonInHtml = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The picture of a tool for links: the JPEG that the shop has made of it, or as it is where it lies on another host. */
function pictureOf({ image, alt, name }: Tool, shopUrl: string) {
  const words = { ':alt': alt || name };
  const stem = ownPicture.exec(image)?.[1];
  if (stem === undefined) {
    const address = URL.parse(image, shopUrl)?.href;
    return address === undefined ? null : { '': address, ...words };
  }
  const { ending, width, height } = linkPicture;
  return { '': shopUrl + stem + ending, ':type': 'image/jpeg', ':width': width, ':height': height, ...words };
}

/** What is told of the shop itself: its public address without a final slash, and how it is reached. */
export interface KnownShop {
  shopUrl: string;
  contact: { phone: string; email: string; address: string };
}

/**
 * Describes a page to search engines, in the words of schema.org: the shop, the way to the page from the home page, and the tool
 * that it sells.
 * @param steps the way to the page, the home page first and the page itself last
 */
function structuredData(
  { shopUrl, contact }: KnownShop,
  steps: readonly { title: string; url: string }[],
  tool: Tool | undefined,
  rating: Rating | null,
): Graph {
  const shop = `${shopUrl}/#shop`;
  const url = steps.at(-1)?.url ?? shopUrl;
  const image = tool ? picturesOf(tool).flatMap((each) => URL.parse(each, shopUrl)?.href ?? []) : [];
  const things: (Organization | BreadcrumbList | Product)[] = [
    {
      '@type': 'Organization',
      '@id': shop,
      name: shopName,
      url: `${shopUrl}/`,
      logo: `${shopUrl}/icons/icon-512.png`,
      telephone: contact.phone,
      email: contact.email,
      address: contact.address,
    },
  ];
  if (steps.length > 1)
    things.push({
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(({ title, url: item }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item,
      })),
    });
  if (tool)
    things.push({
      '@type': 'Product',
      sku: tool._id,
      name: tool.name,
      description: tool.description,
      url,
      ...(image.length > 0 && { image }),
      ...(tool.category && { category: tool.category }),
      ...(tool.specifications?.length && {
        additionalProperty: tool.specifications.map(({ label, value }) => ({
          '@type': 'PropertyValue' as const,
          name: label,
          value,
        })),
      }),
      brand: { '@id': shop },
      ...(rating && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
        },
      }),
      offers: {
        '@type': 'Offer',
        url,
        price: tool.price,
        priceCurrency: currency(),
        availability: isOrderable(tool) ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
        itemCondition: 'https://schema.org/NewCondition',
        eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minOrderQuantity },
        seller: { '@id': shop },
      },
    });
  return { '@context': 'https://schema.org', '@graph': things };
}
