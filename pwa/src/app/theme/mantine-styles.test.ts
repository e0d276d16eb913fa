import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../..');
const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.css'));
const importedBy = (sheet: string) =>
  [...readFileSync(join(src, 'app/theme', sheet), 'utf8').matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(
    ([, name]) => name ?? '',
  );
const forCustomers = importedBy('mantine.css');
const forAdmins = importedBy('mantine-admin.css');

/** The Mantine components that some sources import and that have a style file of their own. */
function usedIn(isMeant: (file: string) => boolean): string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && isMeant(file),
  );
  const names = files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list]) =>
      (list ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => !text.includes(`styles/${name}.layer.css`)),
    );
  });
  return [...new Set(names)].filter((name) => existsSync(join(styles, `${name}.layer.css`))).sort();
}

const isAdmins = (file: string) => file.startsWith('features/admin/');

test('every component of the library has its style on the pages that use it', () => {
  expect(usedIn((file) => !isAdmins(file)).filter((name) => !forCustomers.includes(name))).toEqual([]);
  expect(usedIn(isAdmins).filter((name) => ![...forCustomers, ...forAdmins].includes(name))).toEqual([]);
});
