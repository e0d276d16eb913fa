import runLighthouse from 'lighthouse';
import type { PhoneBrowser } from './phone-browser.ts';

/** A category of Lighthouse. */
export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** What Lighthouse found on a page. */
interface LighthouseVisit {
  /** The path that was shown at the end. */
  shown: string;
  /** 0 to 100; NaN where a category was not measured. */
  scores: Partial<Record<Category, number>>;
  /** What keeps categories other than performance from 100: Lighthouse's words, and the element, request or message that it found. */
  findings: string[];
  lcpMs: number;
}

/** Lets Lighthouse look at an address as a phone; a person who is signed in stays so. Throws when it gives no result. */
export async function lighthouseVisit(
  phone: PhoneBrowser,
  url: string,
  categories: readonly Category[],
): Promise<LighthouseVisit> {
  const run = await runLighthouse(url, {
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
  const scores: LighthouseVisit['scores'] = {};
  const findings: string[] = [];
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
  const lcpMs = audits['largest-contentful-paint']?.numericValue ?? Number.NaN;
  return { shown: new URL(finalDisplayedUrl).pathname, scores, findings, lcpMs };
}
