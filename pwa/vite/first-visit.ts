import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { filesOf, firstVisitHtml, type Manifest } from './first-visit-html.ts';
import { firstVisitPages } from './first-visit-pages.ts';

type DrawPage = (name: string, path: string) => Promise<string>;

/**
 * Writes `first-visit/`: an HTML file for each page that visits begin with, and `pages.json`, by which the server chooses.
 * The service worker goes on answering with the plain `index.html`: it holds every file itself.
 */
export function firstVisit(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'karigar-first-visit',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const dist = join(config.root, config.build.outDir);
      const index = await readFile(join(dist, 'index.html'), 'utf8');
      const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
      const draw = await drawer(config);
      await mkdir(join(dist, 'first-visit'), { recursive: true });
      for (const { name, paths, modules, drawn, signedIn = false } of firstVisitPages) {
        const files = filesOf(manifest, ['src/app/boot/open-shop.tsx', ...modules]);
        const paint = drawn ? { name, html: await draw(name, paths[0] ?? '/'), signedIn } : null;
        await writeFile(join(dist, 'first-visit', `${name}.html`), firstVisitHtml(index, files, paint));
      }
      const list = firstVisitPages.flatMap(({ name, paths, pictures }) =>
        paths.map((path) => ({ path, file: `/first-visit/${name}.html`, pictures })),
      );
      await writeFile(join(dist, 'first-visit', 'pages.json'), JSON.stringify(list));
    },
  };
}

/** Builds the pages once more, for this process. */
async function drawer({ root, define = {} }: ResolvedConfig): Promise<DrawPage> {
  const outDir = join(root, '..', 'node_modules', '.karigar', 'first-paint');
  await build({
    configFile: false,
    root,
    define,
    logLevel: 'error',
    plugins: [react()],
    build: { ssr: 'src/app/boot/prerender-page.tsx', outDir, emptyOutDir: true, target: 'es2022' },
  });
  const { drawPage } = (await import(
    `${pathToFileURL(join(outDir, 'prerender-page.js')).href}?${Date.now()}`
  )) as { drawPage: DrawPage };
  return drawPage;
}
