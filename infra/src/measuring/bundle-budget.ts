import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { builtPwa } from '../stack/places.ts';

/** One entry of Vite's build manifest. */
interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, ManifestChunk>;

const kilobyte = 1000;
const budgets = {
  homeScript: 130 * kilobyte,
  homeStyle: 20 * kilobyte,
  anyScript: 40 * kilobyte,
  /** The library of charts, which one page of admins loads after its figures. */
  charts: 135 * kilobyte,
  precache: 1000 * kilobyte,
};

const chartsModule = 'src/features/admin/sales/sales-chart.tsx';

/** What a first visitor loads besides the entry: the shop's frame, which the entry opens, and the home route. */
const homeRoute = /boot\/open-shop\.tsx$|features\/home\/[\w-]*page\.tsx$/;

/**
 * Measures the built PWA: what the home page loads before it is usable (scripts as the shop sends them, Brotli 9; styles in
 * gzip), the charts, the largest other lazy chunk, and what the service worker stores ahead (raw). Says each figure and gives a sentence for each that is over its budget.
 */
export function bundleFindings(say: (line: string) => void): string[] {
  const manifestFile = join(builtPwa, '.vite', 'manifest.json');
  if (!existsSync(manifestFile)) return [`${manifestFile} is missing: build the PWA with build.manifest on`];
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const first = firstLoad(manifest);
  const scripts = sum([...first.scripts].map(brotliSize));
  const styles = sum([...first.styles].map(gzipSize));
  const charts = manifest[chartsModule]?.file;
  if (charts === undefined) return [`The build has no ${chartsModule}`];
  const lazy = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js') && file !== charts && !first.scripts.has(file))
    .map((file) => ({ file, size: gzipSize(file) }))
    .sort((a, b) => b.size - a.size);
  const largest = lazy[0] ?? { file: 'none', size: 0 };
  const stored = precachedFiles();
  const precache = sum(stored.map((file) => statSync(join(builtPwa, file)).size));
  const findings: string[] = [];
  const measure = (what: string, size: number, limit: number) => {
    const line = `${what}: ${(size / kilobyte).toFixed(1)} of ${limit / kilobyte} kB`;
    say(`  ${line}`);
    if (size > limit) findings.push(`Over its budget: ${line}`);
  };
  measure('home page, JavaScript (over the network)', scripts, budgets.homeScript);
  measure('home page, styles (gzip)', styles, budgets.homeStyle);
  measure('charts of the page Sales (gzip)', gzipSize(charts), budgets.charts);
  measure(`largest other chunk, ${largest.file} (gzip)`, largest.size, budgets.anyScript);
  measure(`stored ahead, ${stored.length} files (raw)`, precache, budgets.precache);
  if (stored.length === 0) findings.push('The service worker stores nothing ahead');
  return findings;
}

/** The files that the home page needs: the entry, the frame, the home route, and all that these import statically. */
export function firstLoad(manifest: Manifest): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const [key, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry === true || homeRoute.test(chunk.src ?? '')) visit(key);
  }
  return { scripts, styles };
}

function precachedFiles(): string[] {
  const text = readFileSync(join(builtPwa, 'sw.js'), 'utf8');
  const urls = [...text.matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url = '']) => url);
  return [...new Set(urls)].filter((url) => existsSync(join(builtPwa, url)));
}

/** The size as the shop's server sends it to a browser of today. */
function brotliSize(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return brotliCompressSync(readFileSync(join(builtPwa, file)), { params }).length;
}

const gzipSize = (file: string): number => gzipSync(readFileSync(join(builtPwa, file)), { level: 9 }).length;

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
