import type { Figure, FigureTable } from '../measuring/figure.ts';
import type { Target } from './target.ts';
import { targets } from './targets.ts';

/** The report as Markdown: the targets with their values first, then every figure with its tables. Pure. */
export function reportText(figures: ReadonlyMap<string, Figure>, bundle: readonly string[]): string {
  const kept = [...figures.values()].sort((a, b) => a.name.localeCompare(b.name));
  const machines = [...new Set(kept.map((figure) => figure.machine))];
  const parts = [
    '# Measured',
    'Written by `npm run report` from the figures in `figures/`; each figure names the command that makes it again. ' +
      `Absolute values belong to the machine (${machines.join('; ') || 'nothing measured yet'}); ratios travel better.`,
    '## What we promise, and what was measured',
    markdownTable({
      title: '',
      columns: ['what', 'promise', 'measured', ''],
      rows: targets.map((target) => targetRow(target, figures)),
    }),
    ...reasonParagraphs(figures),
    '## Bundle',
    bundle.length === 0 ? 'Not built.' : bundle.map((line) => `* ${line}`).join('\n'),
    ...kept.flatMap(figureParts),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Names of the promises that are missed or not measured. */
export function openTargets(figures: ReadonlyMap<string, Figure>): string[] {
  return targets.filter((target) => verdict(target, figures) !== 'met').map((target) => target.what);
}

function verdict(target: Target, figures: ReadonlyMap<string, Figure>): 'met' | 'missed' | 'not measured' {
  const figure = figures.get(target.figure);
  if (figure === undefined || target.measured(figure) === null) return 'not measured';
  return target.met(figure) ? 'met' : 'missed';
}

function targetRow(target: Target, figures: ReadonlyMap<string, Figure>): string[] {
  const figure = figures.get(target.figure);
  const measured = (figure && target.measured(figure)) ?? 'not measured';
  return [target.what, target.promise, measured, verdict(target, figures)];
}

function reasonParagraphs(figures: ReadonlyMap<string, Figure>): string[] {
  const missed = targets.filter((target) => verdict(target, figures) === 'missed');
  return missed.map(
    (target) => `**Missed: ${target.what}.** ${target.reason ?? 'The reason is not known yet.'}`,
  );
}

function figureParts(figure: Figure): string[] {
  return [
    `## ${figure.title}`,
    `\`${figure.command}\`, ${figure.at.slice(0, 10)}`,
    ...figure.tables.flatMap((table) => [`### ${table.title}`, markdownTable(table)]),
    ...figure.notes,
  ];
}

/** Writes a table in Markdown. */
export function markdownTable({ columns, rows }: FigureTable): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(written).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

const written = (cell: string | number): string =>
  String(cell)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');
