import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepted } from './accepted.ts';
import { scriptFindings } from './script-findings.ts';
import { styleFindings } from './style-findings.ts';

/** `check.ts`: prints each use of what an oldest browser lacks in the built shop, and ends with code 1 if there is one. */
const dist = join(import.meta.dirname, '..', '..', 'dist');
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|css)$/.test(name))
  .sort();
if (!files.includes('sw.js')) throw new Error(`${dist} does not hold the built shop: build the PWA first`);

const used = new Set<(typeof accepted)[number]>();
const lines: string[] = [];
for (const file of files) {
  const text = readFileSync(join(dist, file), 'utf8');
  for (const { feature, lacking, at } of file.endsWith('.js') ? scriptFindings(text) : styleFindings(text)) {
    const line = `${file}: ${feature} (${lacking}): ${text.slice(at, at + 120).replace(/\s+/g, ' ')}`;
    const reasons = accepted.filter(
      (entry) => entry.feature === feature && (entry.where?.test(line) ?? true),
    );
    for (const reason of reasons) used.add(reason);
    if (reasons.length === 0) lines.push(line);
  }
}
for (const { feature, where = 'anywhere' } of accepted.filter((entry) => !used.has(entry))) {
  lines.push(`${feature} is accepted (${where}), but nothing uses it: take it off the list`);
}
process.stderr.write(lines.map((line) => `${line}\n`).join(''));
process.exitCode = lines.length === 0 ? 0 : 1;
