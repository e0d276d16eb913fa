import { type Category, lighthouseFaults, lighthouseVisit, scoreOf } from '../bench/lighthouse-visit.ts';
import { withShop } from '../bench/measured-shop.ts';
import { measuredPages } from '../bench/pages.ts';
import { openPhone, signInPhone } from '../bench/phone-browser.ts';
import { freePort } from '../stack/free-port.ts';

// Lighthouse's accessibility and best practices must be 100 on every page here, and SEO on the public ones: the others ask
// not to be indexed. Prints what is missing, and ends with code 1 then. Needs the built pages.
const quality: readonly Category[] = ['accessibility', 'best-practices'];

const faults = await withShop({ seed: true, buyers: 1 }, async (shop) => {
  const found: string[] = [];
  const others = ['/blog', '/myportfolio'].map((path) => ({ path, signedIn: false }));
  for (const { path, signedIn } of [...(await measuredPages(shop)), ...others]) {
    const categories: readonly Category[] = signedIn ? quality : [...quality, 'seo'];
    const phone = await openPhone(await freePort());
    try {
      const [buyer] = signedIn ? shop.buyers : [];
      if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
      const result = await lighthouseVisit(phone, shop.url + path, categories);
      const scores = categories.map((category) => `${category} ${scoreOf(result, category)}`);
      console.log(`${path}: ${scores.join(', ')}`);
      const missing = lighthouseFaults(result, categories);
      found.push(...missing.map((fault) => `${path}: ${fault}`));
      // A category without a score has not been looked at, which is no 100 either.
      if (missing.length === 0 && categories.some((category) => scoreOf(result, category) !== 100)) {
        found.push(`${path}: ${scores.join(', ')}`);
      }
    } finally {
      await phone.close();
    }
  }
  return found;
});
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
