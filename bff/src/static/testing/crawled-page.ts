import { Window } from 'happy-dom';

/** Reads a page's HTML as a program does that runs no script: its title, its metadata by name or property, and its structured data by type. */
export function crawledPage(html: string) {
  const { document } = new Window();
  document.write(html);
  const metas = [...document.querySelectorAll('meta')].map((meta) => [
    meta.getAttribute('property') ?? meta.getAttribute('name'),
    meta.getAttribute('content'),
  ]);
  const things = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
    ({ textContent }) => (JSON.parse(textContent) as { '@graph': Record<string, unknown>[] })['@graph'],
  );
  return {
    document,
    title: document.title,
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    meta: Object.fromEntries(metas) as Record<string, string>,
    data: Object.fromEntries(things.map((thing) => [thing['@type'], thing])) as Record<
      string,
      Record<string, unknown>
    >,
  };
}
