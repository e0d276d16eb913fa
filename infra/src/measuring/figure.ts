import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A table as the report prints it. Cells are ready to read. */
export interface FigureTable {
  title: string;
  columns: string[];
  rows: (string | number)[][];
}

/** One cell of a table; a number is written with few digits. */
export type Cell = string | number;

/** Makes a table of rows that name their columns. */
export function table(title: string, rows: readonly Readonly<Record<string, Cell>>[]): FigureTable {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const written = (cell: Cell = '') => (typeof cell === 'number' ? readable(cell) : cell);
  return { title, columns, rows: rows.map((row) => columns.map((name) => written(row[name]))) };
}

/** One measured value under a stable name, in the unit that the name tells; the targets are judged by these. */
type FigureValues = Record<string, number>;

/** What one benchmark, the load run or the fault run leaves behind for the report. */
export interface Figure {
  name: string;
  title: string;
  /** The command that made it. */
  command: string;
  /** True for a trial run: shown, but never judged. */
  quick: boolean;
  at: string;
  machine: string;
  values: FigureValues;
  tables: FigureTable[];
  notes: string[];
}

const folder = new URL('../../report/figures/', import.meta.url);

/** Where the figures and the report are kept. */
export const reportFolder = fileURLToPath(new URL('../../report/', import.meta.url));

function machineLine(): string {
  const redis =
    execFileSync('redis-server', ['--version'], { encoding: 'utf8' }).match(/v=(\S+)/)?.[1] ?? '?';
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${model}), ${memory} GB, Node ${process.version}, Redis ${redis}`;
}

/** Gives the name of a file that a measurement writes below `infra/report`: with KEEP_FIGURES=on the tracked one, else one beside it that git ignores. */
export const keptName = (name: string, extension: string, keep = process.env.KEEP_FIGURES === 'on'): string =>
  `${name}${keep ? '' : '.own'}.${extension}`;

/** Writes a figure to `infra/report/figures` and prints its tables; a trial run is never kept. */
export function keepFigure(figure: Omit<Figure, 'at' | 'machine'>): Figure {
  const whole: Figure = { ...figure, at: new Date().toISOString(), machine: machineLine() };
  mkdirSync(folder, { recursive: true });
  const file = new URL(keptName(figure.name, 'json', figure.quick ? false : undefined), folder);
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
  printFigure(whole);
  console.log(`\nwritten to ${fileURLToPath(file)}; KEEP_FIGURES=on has the report use a run`);
  return whole;
}

/** Every kept figure that is not from a trial run, by name. */
export function readFigures(): Map<string, Figure> {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.endsWith('.own.json'));
  const figures = names.map((name): Figure => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
  return new Map(figures.map((figure) => [figure.name, figure]));
}

function printFigure(figure: Figure): void {
  console.log(`\n${figure.title}${figure.quick ? ' (trial run)' : ''} · ${figure.machine}`);
  for (const table of figure.tables) {
    console.log(`\n${table.title}`);
    console.table(
      table.rows.map((row) => Object.fromEntries(table.columns.map((name, i) => [name, row[i]]))),
    );
  }
  for (const note of figure.notes) console.log(note);
}

/** A number for a table: three significant digits, thousands apart. */
export function readable(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: Math.abs(value) >= 1000 ? 6 : 3 }).format(
    Math.abs(value) >= 1000 ? Math.round(value) : value,
  );
}

/** A share as a percentage: 0.123 gives "12 %". */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
