import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { buildTarget } from './vite/browsers/oldest-browsers.ts';
import { chunkGroups } from './vite/chunk-groups.ts';
import { firstVisit } from './vite/first-visit.ts';
import type { Manifest } from './vite/first-visit-html.ts';
import { storedAhead } from './vite/stored-ahead.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const outDir = resolve(import.meta.dirname, process.env.PWA_OUT ?? 'dist');
const bff = process.env.BFF_URL ?? 'http://127.0.0.1:8787';
const proxied = [
  '/api',
  '/images',
  '/simulator',
  '/inbox',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
  '/emulator',
];

/** The browser's build. `npm run dev` passes everything that is not a page on to the running BFF (`BFF_URL`). */
export default defineConfig({
  root: import.meta.dirname,
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, bff])) },
  define: { __BUILD_VERSION__: JSON.stringify(version) },
  resolve: {
    // Written for today's browsers, and a tenth smaller than the package's own choice.
    alias: { dexie: 'dexie/dist/modern/dexie.min.mjs' },
  },
  build: {
    outDir,
    emptyOutDir: true,
    // The size budgets are measured from it.
    manifest: true,
    target: buildTarget,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  plugins: [
    react(),
    firstVisit(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      // `public/manifest.webmanifest`, whose icons the system keeps itself.
      manifest: false,
      injectManifest: {
        globPatterns: [
          'index.html',
          'colour-scheme.js',
          'favicon.svg',
          'assets/**/*.{js,css,woff2,svg}',
          // One form of the home page's picture stands in for the others (service-worker/pictures.ts).
          'assets/hero-drill-800-*.avif',
        ],
        manifestTransforms: [
          async (entries) => {
            const built = JSON.parse(
              await readFile(join(outDir, '.vite', 'manifest.json'), 'utf8'),
            ) as Manifest;
            const stored = storedAhead(built);
            return {
              manifest: entries.filter(({ url }) => !/^assets\/.*\.(js|css)$/.test(url) || stored.has(url)),
            };
          },
        ],
      },
      devOptions: { enabled: false },
    }),
  ],
});
