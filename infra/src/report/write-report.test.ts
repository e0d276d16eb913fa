import { expect, it } from 'vitest';
import type { Figure } from '../measuring/figure.ts';
import { openTargets, reportText } from './write-report.ts';

const catalogue = (ratio: number): Figure => ({
  name: 'catalogue',
  title: 'Catalogue reads',
  command: 'npm run bench -- catalogue',
  quick: false,
  at: '2026-01-02T03:04:05.000Z',
  machine: '2 cores',
  values: { ratio },
  tables: [{ title: 'Answers', columns: ['answer', 'ratio'], rows: [['200 | whole', ratio]] }],
  notes: ['A note.'],
});
const figuresWith = (ratio: number) => new Map([['catalogue', catalogue(ratio)]]);
const target = 'GET /api/tools, one BFF process';

it('calls a target met, missed or not measured', () => {
  expect(openTargets(figuresWith(0.85))).not.toContain(target);
  expect(openTargets(figuresWith(0.7))).toContain(target);
  expect(openTargets(new Map())).toContain(target);
});

it('names a missed target with a reason, and shows each figure with its command', () => {
  const text = reportText(figuresWith(0.7), ['home page: 150 kB']);
  expect(text).toContain(
    `| ${target} | at least 0.8 × bare Hono answering the same bytes | 0.7 × | missed |`,
  );
  expect(text).toContain(`**Missed: ${target}.**`);
  expect(text).toContain('`npm run bench -- catalogue`, 2026-01-02');
  expect(text).toContain('| 200 \\| whole | 0.7 |');
  expect(text).toContain('* home page: 150 kB');
});

it('says so when nothing was measured', () => {
  expect(reportText(new Map(), [])).toContain('nothing measured yet');
});
