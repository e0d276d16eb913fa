import {
  type Category,
  lighthouseFindings,
  lighthouseVisit,
  scoreOf,
} from '../measuring/lighthouse-visit.ts';
import { measuredPages } from '../measuring/measured-pages.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { openPhone, signInPhone } from '../measuring/phone-browser.ts';
import { freePort } from '../stack/free-port.ts';

// Lighthouse's accessibility and best practices must be 100 on every page here, and SEO on the public ones: the others ask
// not to be indexed. Prints what is missing, and ends with code 1 then. Needs the built pages.
const quality: readonly Category[] = ['accessibility', 'best-practices'];

const findings = await withShop({ seed: true, buyers: 1 }, async (shop) => {
  const measured = await measuredPages(shop);
  const open = measured.filter(({ signedIn }) => !signedIn).map(({ path }) => path);
  const own = measured.filter(({ signedIn }) => signedIn).map(({ path }) => path);
  // One page at a time: Lighthouse keeps its times in marks of the whole process.
  const publicFindings = await findingsOf(
    shop,
    [...open, '/blog', '/myportfolio', '/privacy'],
    [...quality, 'seo'],
    false,
  );
  return [...publicFindings, ...(await findingsOf(shop, own, quality, true))];
});
for (const finding of findings) console.error(finding);
process.exit(findings.length === 0 ? 0 : 1);

/** Visits the pages with one phone and gives what keeps them from 100. */
async function findingsOf(
  shop: MeasuredShop,
  paths: readonly string[],
  categories: readonly Category[],
  signedIn: boolean,
): Promise<string[]> {
  const found: string[] = [];
  const phone = await openPhone(await freePort());
  try {
    const [buyer] = signedIn ? shop.buyers : [];
    if (buyer !== undefined) {
      await buyer.renew();
      await signInPhone(phone.context, shop.url, buyer);
    }
    for (const path of paths) {
      const result = await lighthouseVisit(phone, shop.url + path, categories);
      const scores = categories.map((category) => `${category} ${scoreOf(result, category)}`).join(', ');
      console.log(`${path}: ${scores}`);
      const missing = lighthouseFindings(result, categories);
      const shown = new URL(result.finalDisplayedUrl).pathname;
      if (shown !== path) found.push(`${path}: ${shown} was shown in its place`);
      found.push(...missing.map((finding) => `${path}: ${finding}`));
      // A category without a score was not measured, so it is no 100 either.
      if (missing.length === 0 && categories.some((category) => scoreOf(result, category) !== 100)) {
        found.push(`${path}: ${scores}`);
      }
    }
  } finally {
    await phone.close();
  }
  return found;
}
