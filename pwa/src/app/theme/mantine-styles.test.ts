import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../..');
const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.css'));
const imported = new Set(
  [...readFileSync(join(src, 'app/theme/mantine.css'), 'utf8').matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(
    ([, name]) => name ?? '',
  ),
);

/** The Mantine components that the sources import and that have a style file of their own. */
function usedComponents(): string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const names = files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list]) =>
      (list ?? '').split(',').map((name) => name.trim()),
    );
  });
  return [...new Set(names)].filter((name) => existsSync(join(styles, `${name}.layer.css`))).sort();
}

test('every component of the library that a page uses has its style', () => {
  expect(usedComponents().filter((name) => !imported.has(name))).toEqual([]);
});
