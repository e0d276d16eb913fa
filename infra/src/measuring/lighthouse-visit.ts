import runLighthouse, { type Result } from 'lighthouse';
import type { PhoneBrowser } from './phone-browser.ts';

/** A category of Lighthouse. */
export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** Lets Lighthouse look at an address as a phone; a person who is signed in stays so. Throws when it gives no result. */
export async function lighthouseVisit(
  phone: PhoneBrowser,
  url: string,
  categories: readonly Category[],
): Promise<Result> {
  const run = await runLighthouse(url, {
    port: phone.debugPort,
    onlyCategories: [...categories],
    logLevel: 'error',
    disableStorageReset: true,
    disableFullPageScreenshot: true,
  });
  if (run === undefined) throw new Error('Lighthouse gave no result');
  return run.lhr;
}

/** The score of a category, 0 to 100; NaN when it was not looked at. */
export function scoreOf(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? Number.NaN) * 100);
}

/** What keeps these categories from 100: Lighthouse's words, and the element, request or message that it found. */
export function lighthouseFindings(result: Result, categories: readonly Category[]): string[] {
  return categories.flatMap((category) =>
    (result.categories[category]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .flatMap(({ id }) => result.audits[id] ?? [])
      .filter(({ score }) => score !== null && score < 1)
      .map(({ title, details }) => {
        const found = details !== undefined && 'items' in details ? details.items : [];
        return `${category}: ${title} ${JSON.stringify(found)}`;
      }),
  );
}
