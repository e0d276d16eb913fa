import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../stack/places.ts';

/** The file beside the page that names whose code and fonts browsers get, with their licences. */
const file = join(projectRoot, 'pwa', 'public', 'third-party-notices.txt');

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Says in a sentence when the file is not what {@link notices} makes. */
export const noticeFindings = (): string[] =>
  existsSync(file) && readFileSync(file, 'utf8') === notices()
    ? []
    : ['pwa/public/third-party-notices.txt is not up to date: run "npm run notices"'];

/** Writes the file. */
export const writeNotices = (): void => writeFileSync(file, notices());

/** Makes the text: each licence once, below the packages that have it. Throws when a package brings no text and names no author. */
export function notices(): string {
  const byText = Map.groupBy(packagesOfPage(), licenceText);
  const parts = [...byText].map(
    ([text, folders]) =>
      `${folders
        .map(manifestIn)
        .map(({ name, version, license }) => `${name} ${version} (${license})`)
        .join('\n')}\n\n${text}`,
  );
  return `The pages of this shop contain code and fonts of others, under these licences.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Finds the folders of the packages that the page is built of, in the order of their names. */
function packagesOfPage(): string[] {
  const pwa = join(projectRoot, 'pwa');
  const { dependencies = {}, devDependencies = {} } = manifestIn(pwa);
  const ofWorker = Object.keys(devDependencies).filter((name) => /^workbox-(?!build)/.test(name));
  const found = new Map<string, string>();
  const add = (name: string, from: string): void => {
    // Packages of ours are workspaces; types reach no browser.
    if (/^@karigar\/|^@types\//.test(name)) return;
    const folder = folderOf(name, from);
    const manifest = manifestIn(folder);
    const key = `${manifest.name} ${manifest.version}`;
    if (found.has(key)) return;
    found.set(key, folder);
    for (const needed of name === 'firebase' ? partsOfFirebase() : Object.keys(manifest.dependencies ?? {}))
      add(needed, folder);
  };
  for (const name of [...Object.keys(dependencies), ...ofWorker]) add(name, pwa);
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, folder]) => folder);
}

/** Of Firebase's packages the page has those that it imports. */
function partsOfFirebase(): string[] {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: join(projectRoot, 'pwa') });
  const imports = sources.flatMap((path) => [
    ...readFileSync(join(projectRoot, 'pwa', path), 'utf8').matchAll(/'firebase\/(\w+)'/g),
  ]);
  return [...new Set(imports.map(([, part]) => `@firebase/${part}`))].toSorted();
}

/** Finds a package as Node does: in the nearest node_modules upwards. */
function folderOf(name: string, from: string): string {
  for (let at = from; at.startsWith(projectRoot); at = join(at, '..')) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(folder)) return folder;
  }
  throw new Error(`${name} is not installed: run "npm ci"`);
}

/** Reads the licence that a package brings, without trailing spaces; one that brings none is described by its manifest. */
function licenceText(folder: string): string {
  const [name] = readdirSync(folder).filter((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one));
  if (name !== undefined)
    return readFileSync(join(folder, name), 'utf8')
      .replace(/[ \t\r]+$/gm, '')
      .trim();
  const { author, license, name: itsName } = manifestIn(folder);
  const who = typeof author === 'string' ? author : author?.name;
  if (who === undefined || license === undefined)
    throw new Error(`${itsName} brings neither a licence nor an author: add its notice by hand`);
  return `Copyright ${who}. Licensed under ${license}; the package brings no text of it.`;
}
