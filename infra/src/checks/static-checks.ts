import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFindings } from '../measuring/bundle-budget.ts';
import { projectRoot } from '../stack/places.ts';
import { licenceFindings } from './licences.ts';
import { noticeFindings, writeNotices } from './notices.ts';

const mostLines = 250;
const sources = '{events,bff,pwa,infra}/**/*.{ts,tsx,mjs,css,lua,html}';
const made = new Set(['node_modules', 'dist', '.tsbuild', '.data', 'coverage']);

/** `static-checks.ts sources | bundle | notices`: prints each finding on a line and ends with code 1 if there is one; `notices` writes the notices of the page. */
const checks = {
  sources: () => [...longFiles(), ...licenceFindings(), ...noticeFindings()],
  bundle: () => bundleFindings(console.log),
  notices(): string[] {
    writeNotices();
    return [];
  },
};
const check = checks[process.argv[2] as keyof typeof checks];
if (check === undefined) throw new Error(`Say what to check: ${Object.keys(checks).join(' or ')}`);
const findings = check();
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;

/** Names each source file that is too long to hold one idea, in a sentence. */
function longFiles(): string[] {
  const files = globSync(sources, {
    cwd: projectRoot,
    exclude: (path) => path.split('/').some((part) => made.has(part)),
  });
  return files.flatMap((file) => {
    const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n').length - 1;
    return lines > mostLines ? [`${file} has ${lines} lines; ${mostLines} are the limit: split it`] : [];
  });
}
