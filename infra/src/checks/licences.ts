import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../stack/places.ts';

/** Licences that allow what we do with a package: use it unchanged in a closed or open product. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Packages that state their licence in words of their own; all come with firebase-tools and never reach a browser. */
const readByHand = new Map([
  ['node_modules/deep-freeze', 'public domain'],
  ['node_modules/url-template', 'BSD'],
  // Their LICENSE files are the MIT text.
  ['node_modules/fuzzy', 'none named'],
  ['node_modules/limiter', 'none named'],
  ['node_modules/valid-url', 'none named'],
]);

/** Names each package of package-lock.json whose licence is unknown or not on the list, in a sentence. */
export function licenceFindings(): string[] {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { license?: string; link?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .filter(([path, { license = 'none named' }]) => !isAllowed(license) && readByHand.get(path) !== license)
    .map(
      ([path, { license = 'none named' }]) =>
        `${path} has the licence "${license}", which is not on the list of allowed ones`,
    );
}

/** Tells whether the SPDX expression can be satisfied with allowed licences only. */
export function isAllowed(expression: string): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((licence) => allowed.has(licence.trim())));
}
