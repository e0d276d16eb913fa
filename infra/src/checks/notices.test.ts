import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';
import { notices } from './notices.ts';

test('the notices name every package and font of the page with its licence, and no part of Firebase that it lacks', () => {
  const text = notices();
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'pwa', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => !name.startsWith('@karigar/') && !text.includes(`${name} ${version} (`),
  );
  expect(missing).toEqual([]);
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).toMatch(/^@firebase\/auth .* \(Apache-2\.0\)$/m);
  expect(text).not.toContain('@firebase/firestore');
  expect(text).not.toContain('workbox-build');
});
