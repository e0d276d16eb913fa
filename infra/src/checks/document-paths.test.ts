import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';

/** `events/src/log`, `src/stack/child.ts` and the targets of links to files; "events/s" is a unit. */
const namedPath =
  /(?<![\w/.@-])(?!events\/s\b)(?:events|bff|pwa|infra|src)\/[\w./-]*[\w/]|(?<=\]\()(?!https?:|#)[^)#]+/g;
/** A file without its folder, such as `child.ts`: it must exist somewhere. */
const namedFile = /(?<![\w/.*{}-])[\w-][\w.-]*\.(?:tsx?|mjs|lua)\b/g;

const listed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(projectRoot, path)));
/** What a build or a start makes, such as `pwa/dist`, is there only after it. */
const isMade = (path: string) =>
  spawnSync('git', ['check-ignore', '--quiet', `${path}/`], { cwd: projectRoot }).status === 0;
const fileNames = new Set(listed().map((path) => basename(path)));

test.for(listed('*.md', '.env.example'))('every path and file that %s names exists', (document) => {
  const text = readFileSync(join(projectRoot, document), 'utf8');
  const folders = [
    projectRoot,
    join(projectRoot, dirname(document)),
    join(projectRoot, document.split('/')[0] ?? ''),
  ];
  const paths = (text.match(namedPath) ?? []).filter(
    (path) => !folders.some((from) => existsSync(join(from, path))) && !isMade(path),
  );
  const files = (text.match(namedFile) ?? []).filter((file) => !fileNames.has(file));
  expect([...new Set([...paths, ...files])]).toEqual([]);
});
