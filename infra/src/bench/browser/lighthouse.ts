import runLighthouse from 'lighthouse';
import { type Cell, table } from '../../measuring/figure.ts';
import { type MeasuredPage, measuredPages } from '../../measuring/measured-pages.ts';
import { startShop } from '../../measuring/measured-shop.ts';
import { openPhone, type PhoneBrowser, signInPhone } from '../../measuring/phone-browser.ts';
import { median } from '../../measuring/statistics.ts';
import type { Bench } from '../bench.ts';

/** A category of Lighthouse. */
type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
const all: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

const page = (path: string): MeasuredPage => ({ key: path, name: path, path, usable: 'h1' });

/**
 * Lighthouse as a phone, the median of several runs, each in a new profile. Performance is that of a first visit, so it is asked
 * of the public pages only: people who are signed in return, with the service worker, and the bench `offline-start` measures them; their pages
 * ask not to be indexed. `lighthouse quality` visits more pages once, without performance: every other score must be 100.
 */
export const lighthouse: Bench = async ({ quick, args: [only] }) => {
  await using shop = await startShop({ seed: true, buyers: 1 });
  const [isQuality, rounds] = [only === 'quality', quick || only === 'quality' ? 1 : 3];
  const measured = (await measuredPages(shop)).slice(0, quick ? 1 : undefined);
  const more = isQuality ? ['/blog', '/myportfolio', '/privacy'].map(page) : [];
  const rows: Record<string, Cell>[] = [];
  const values: Record<string, number> = {};
  const findings = new Set<string>();
  for (const { key, name, path, buyer } of [...measured, ...more]) {
    const ofStrangers: readonly string[] = isQuality ? ['performance'] : [];
    const unasked = buyer === undefined ? ofStrangers : ['performance', 'seo'];
    const asked = all.filter((category) => !unasked.includes(category));
    const visits = [];
    for (let round = 0; round < rounds; round += 1) {
      await using phone = await openPhone();
      await buyer?.renew();
      if (buyer !== undefined) await signInPhone(phone.context, shop.url, buyer);
      visits.push(await visit(phone, shop.url, path, asked));
    }
    for (const finding of visits.flatMap((one) => one.findings)) findings.add(`${name}: ${finding}`);
    const row: Record<string, Cell> = { page: name };
    for (const category of all) {
      const score = median(visits.map(({ scores }) => scores[category] ?? Number.NaN));
      row[category] = asked.includes(category) ? score : '–';
      if (asked.includes(category)) values[`${key}_${category}`] = score;
    }
    rows.push({
      ...row,
      'simulated LCP ms': asked.includes('performance') ? median(visits.map(({ lcpMs }) => lcpMs)) : '–',
    });
  }
  const isPerfect = findings.size === 0 && Object.values(values).every((score) => score === 100);
  return {
    title: 'Lighthouse, mobile',
    values,
    tables: [table(`median of ${rounds}`, rows)],
    notes: [...findings],
    trial: isQuality,
    wrong: isQuality && !isPerfect ? 'A page is not at 100: its row and the notes say why' : undefined,
  };
};

/**
 * Lets Lighthouse look at a page as a phone; a person who is signed in stays so. Gives the scores (0 to 100; NaN where a category was not
 * measured), and what keeps categories other than performance from 100, with the element, request or message that it found. Throws when it gives
 * no result.
 */
async function visit(phone: PhoneBrowser, url: string, path: string, categories: readonly Category[]) {
  const run = await runLighthouse(url + path, {
    port: phone.debugPort,
    onlyCategories: [...categories],
    logLevel: 'error',
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    // The news of a person who is signed in never end, and Lighthouse waits for a quiet network.
    maxWaitForLoad: 15_000,
  });
  if (run === undefined) throw new Error('Lighthouse gave no result');
  const { audits, finalDisplayedUrl, categories: results } = run.lhr;
  const scores: Partial<Record<Category, number>> = {};
  const shown = new URL(finalDisplayedUrl).pathname;
  const findings = shown === path ? [] : [`${shown} was shown in its place`];
  for (const category of categories) {
    scores[category] = Math.round((results[category]?.score ?? Number.NaN) * 100);
    if (category === 'performance') continue;
    for (const { id, weight } of results[category]?.auditRefs ?? []) {
      const { score = null, title, details } = audits[id] ?? {};
      if (weight === 0 || score === null || score === 1) continue;
      const items = details !== undefined && 'items' in details ? details.items : [];
      findings.push(`${category}: ${title} ${JSON.stringify(items)}`);
    }
  }
  return { scores, findings, lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN };
}
