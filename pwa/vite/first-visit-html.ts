/** One entry of the build's manifest. */
export interface ManifestChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

/**
 * The files that modules need at once: their own and those that these import statically, imports first. With `without` also those that come later, but
 * not the modules named there. Throws for an unknown module.
 */
export function filesOf(
  manifest: Manifest,
  modules: readonly string[],
  without?: ReadonlySet<string>,
): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set(without);
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}`);
    for (const imported of chunk.imports ?? []) visit(imported);
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    if (without !== undefined) for (const later of chunk.dynamicImports ?? []) visit(later);
  };
  for (const module of modules) visit(module);
  return { scripts: [...scripts], styles: [...styles] };
}

/** The modules that the entry imports while it starts the shop. */
export function importedAtStart(manifest: Manifest, entry: string): string[] {
  const chunk = manifest[entry];
  return [
    ...(chunk?.dynamicImports ?? []),
    ...(chunk?.imports ?? []).flatMap((imported) => importedAtStart(manifest, imported)),
  ];
}

/**
 * `index.html` as the first visit to one page gets it: names every file that the page needs, so that they are fetched
 * side by side instead of one after the other, and holds the prerendered page, if there is one; then the scripts wait
 * for that.
 */
export function firstVisitHtml(
  index: string,
  { scripts, styles }: { scripts: string[]; styles: string[] },
  prerendered: string | null,
): string {
  const isNew = (file: string) => !index.includes(`"/${file}"`);
  // What is drawn needs styles, faces and its picture first; the entry turns these links on after that.
  const rel = prerendered === null ? 'modulepreload' : 'deferred';
  const links = [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.filter(isNew).map((file) => `<link rel="${rel}" crossorigin href="/${file}">`),
  ];
  const named = index.replace('</head>', () => `${links.join('')}</head>`);
  if (prerendered === null) return named;
  // Inert: what would be pressed or typed before the shop's code is there would be lost.
  const drawn = `<div data-prerendered inert>${prerendered}</div>`;
  return named.replace('<div id="root">', (root) => root + drawn);
}
