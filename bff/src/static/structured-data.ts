import type { BreadcrumbList, Graph, Organization, Product } from 'schema-dts';
import { currency } from '../contracts/money.ts';
import { isOrderable, shopName } from '../contracts/page-words.ts';
import type { Rating } from '../contracts/people.ts';
import type { Tool } from '../contracts/tool.ts';

/** What is told of the shop itself: its public address without a final slash, and how it is reached. */
export interface KnownShop {
  shopUrl: string;
  contact: { phone: string; email: string; address: string };
}

/** The shop, named by its address wherever it is meant. */
const idOf = (shop: KnownShop) => `${shop.shopUrl}/#shop`;

const organization = (shop: KnownShop): Organization => ({
  '@type': 'Organization',
  '@id': idOf(shop),
  name: shopName,
  url: `${shop.shopUrl}/`,
  logo: `${shop.shopUrl}/icons/icon-512.png`,
  telephone: shop.contact.phone,
  email: shop.contact.email,
  address: shop.contact.address,
});

const breadcrumbs = (steps: readonly { title: string; url: string }[]): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ title, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: url,
  })),
});

/** A tool that is sold, with the whole addresses of its pictures, and the rating of its reviews; null for none. */
interface SoldTool {
  tool: Tool;
  images: string[];
  rating: Rating | null;
}

const product = (
  { tool, images, rating }: SoldTool,
  { shop, url }: { shop: KnownShop; url: string },
): Product => ({
  '@type': 'Product',
  sku: tool._id,
  name: tool.name,
  description: tool.description,
  url,
  ...(images.length > 0 && { image: images }),
  ...(tool.category === '' ? {} : { category: tool.category }),
  ...(tool.specifications?.length && {
    additionalProperty: tool.specifications.map(({ label, value }) => ({
      '@type': 'PropertyValue' as const,
      name: label,
      value,
    })),
  }),
  brand: { '@id': idOf(shop) },
  ...(rating === null
    ? {}
    : {
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
    seller: { '@id': idOf(shop) },
  },
});

/**
 * Describes a page to search engines, in the words of schema.org: the shop, the way to the page from the home page, and the tool
 * that it sells.
 * @param steps the way to the page, the home page first and the page itself last
 */
export const structuredData = (
  shop: KnownShop,
  steps: readonly { title: string; url: string }[],
  sold?: SoldTool,
): Graph => ({
  '@context': 'https://schema.org',
  '@graph': [
    organization(shop),
    ...(steps.length > 1 ? [breadcrumbs(steps)] : []),
    ...(sold ? [product(sold, { shop, url: steps.at(-1)?.url ?? '' })] : []),
  ],
});
