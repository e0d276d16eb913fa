import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startChild } from './child.ts';
import { StackFault } from './fault.ts';
import { builtPwa, projectRoot } from './places.ts';

const stamp = join(projectRoot, 'node_modules', '.karigar', 'pwa-sources');
const sources = [
  'pwa/src',
  'pwa/public',
  'pwa/index.html',
  'pwa/vite',
  'pwa/vite.config.ts',
  'pwa/postcss.config.mjs',
  'package-lock.json',
];

/** Builds the PWA unless the last build was made from the same sources. Throws a StackFault with what Vite printed last. */
export async function buildPwa(say: (line: string) => void): Promise<void> {
  const hash = hashOfSources();
  const built = existsSync(join(builtPwa, 'index.html'));
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const since = Date.now();
  // A build that fails half-way leaves files that the stamp does not describe.
  rmSync(stamp, { force: true });
  mkdirSync(dirname(stamp), { recursive: true });
  const builder = startChild({
    name: 'Vite',
    command: process.execPath,
    args: [join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    cwd: join(projectRoot, 'pwa'),
    env: buildEnvironment(process.env),
    logFile: `${stamp}.log`,
  });
  const { code } = await builder.ended;
  if (code !== 0) {
    throw new StackFault(`The PWA could not be built:\n${builder.lastLines(30).join('\n')}`);
  }
  writeFileSync(stamp, hash);
  say(`  PWA built (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}

/** Gives the environment of a build: the page is built for production, whatever NODE_ENV the shop or a test runs with. */
export function buildEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...own, NODE_ENV: 'production' };
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(join(projectRoot, source)))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
