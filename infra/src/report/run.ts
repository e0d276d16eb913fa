import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFindings } from '../measuring/bundle-budget.ts';
import { readFigures, reportFolder } from '../measuring/figure.ts';
import { builtPwa } from '../stack/places.ts';
import { openTargets, reportText } from './write-report.ts';

// `npm run report`: gathers the kept figures into infra/report/README.md and says what is missed or not measured.
const figures = readFigures();
const bundle: string[] = [];
if (existsSync(join(builtPwa, 'index.html'))) {
  const findings = bundleFindings((line) => bundle.push(line.trim()));
  bundle.push(...findings);
}
const file = join(reportFolder, 'README.md');
mkdirSync(reportFolder, { recursive: true });
writeFileSync(file, reportText(figures, bundle));
console.log(`written to ${file}`);
const open = openTargets(figures);
if (open.length > 0) console.log(`missed or not measured:\n${open.map((what) => `  ${what}`).join('\n')}`);
