import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { ComponentType } from 'react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { pageNames, pages } from '../src/app/pages.ts';
import { filesOf, firstVisitHtml, importedAtStart, type Manifest } from './first-visit-html.ts';

/** The pages that a first visit begins with: those that anyone sees, at an address of their own. */
const firstVisited = pageNames.filter((name) => pages[name].words !== undefined);

/**
 * Writes `first-visit/`: an HTML file for each page that anyone sees, and `pages.json`, by which the server chooses. The service
 * worker goes on answering with the plain `index.html`: it holds every file itself.
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
      const dist = resolve(config.root, config.build.outDir);
      const index = await readFile(join(dist, 'index.html'), 'utf8');
      const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
      const atStart = importedAtStart(manifest, 'index.html');
      const drawn = await prerender(config);
      await mkdir(join(dist, 'first-visit'), { recursive: true });
      for (const name of firstVisited) {
        const files = filesOf(manifest, [...atStart, `src/features/${pages[name].file}`]);
        const html = firstVisitHtml(index, files, drawn.get(name) ?? null);
        await writeFile(join(dist, 'first-visit', `${name}.html`), html);
      }
      const list = firstVisited.map((name) => ({
        paths: pages[name].paths,
        file: `/first-visit/${name}.html`,
        tools: pages[name].prerendered?.tools,
        ...pages[name].words,
      }));
      await writeFile(join(dist, 'first-visit', 'pages.json'), JSON.stringify(list));
    },
  };
}

/** Builds the prerendered pages once more, for this process, and gives their HTML by name. */
async function prerender({ root, define = {} }: ResolvedConfig): Promise<Map<string, string>> {
  const names = firstVisited.filter((name) => pages[name].prerendered !== undefined);
  const outDir = join(root, '..', 'node_modules', '.karigar', 'prerender');
  const input = Object.fromEntries(names.map((name) => [name, `src/features/${pages[name].file}`]));
  await build({
    configFile: false,
    root,
    define,
    logLevel: 'error',
    plugins: [react()],
    build: {
      ssr: true,
      rolldownOptions: { input: { ...input, prerenderPage: 'src/app/boot/prerender-page.tsx' } },
      outDir,
      emptyOutDir: true,
      // It runs in this process alone.
      target: 'node24',
    },
  });
  const load = (name: string) => import(`${pathToFileURL(join(outDir, `${name}.js`)).href}?${Date.now()}`);
  const { prerenderPage } = (await load('prerenderPage')) as {
    prerenderPage: (Page: ComponentType, path: string) => Promise<string>;
  };
  const drawn = new Map<string, string>();
  for (const name of names) {
    const { Component } = (await load(name)) as { Component: ComponentType };
    drawn.set(name, await prerenderPage(Component, pages[name].paths[0]));
  }
  return drawn;
}
