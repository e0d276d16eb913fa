import type { Account } from '../measuring/accounts.ts';
import { type Category, lighthouseVisit } from '../measuring/lighthouse-visit.ts';
import { measuredPages } from '../measuring/measured-pages.ts';
import { type MeasuredShop, startShop } from '../measuring/measured-shop.ts';
import { openPhone, signInPhone } from '../measuring/phone-browser.ts';

// Lighthouse's accessibility and best practices must be 100 on every page here, and SEO on the public ones: the others ask
// not to be indexed. Prints what is missing, and ends with code 1 then. Needs the built pages.
const quality: readonly Category[] = ['accessibility', 'best-practices'];

const findings = await findingsInShop();
for (const finding of findings) console.error(finding);
process.exit(findings.length === 0 ? 0 : 1);

async function findingsInShop(): Promise<string[]> {
  await using shop = await startShop({ seed: true, buyers: 1 });
  const measured = await measuredPages(shop);
  const pathsOf = (signedIn: boolean) =>
    measured.filter(({ buyer }) => (buyer !== undefined) === signedIn).map(({ path }) => path);
  // One page at a time: Lighthouse keeps its times in marks of the whole process.
  return [
    ...(await findingsOf(
      shop,
      [...pathsOf(false), '/blog', '/myportfolio', '/privacy'],
      [...quality, 'seo'],
    )),
    ...(await findingsOf(shop, pathsOf(true), quality, shop.buyers[0])),
  ];
}

/** Visits the pages with one phone, where `buyer` is signed in, and gives what keeps them from 100. */
async function findingsOf(
  shop: MeasuredShop,
  paths: readonly string[],
  categories: readonly Category[],
  buyer?: Account,
): Promise<string[]> {
  const found: string[] = [];
  await using phone = await openPhone();
  await buyer?.renew();
  if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
  for (const path of paths) {
    const { shown, scores, findings } = await lighthouseVisit(phone, shop.url + path, categories);
    const told = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
    console.log(`${path}: ${told.join(', ')}`);
    if (shown !== path) found.push(`${path}: ${shown} was shown in its place`);
    found.push(...findings.map((finding) => `${path}: ${finding}`));
    // A category without a score was not measured, so it is no 100 either.
    if (findings.length === 0 && Object.values(scores).some((score) => score !== 100))
      found.push(`${path}: ${told.join(', ')}`);
  }
  return found;
}
