import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type Specification, specificationsText } from '../contracts/specifications.ts';
import type { Tool } from '../contracts/tool.ts';
import { csvText, escaped, unescaped } from '../http/csv-stream.ts';

/** The most bytes, and the most tools, of a file that is read. */
export const mostFileBytes = 10_000_000;
const mostTools = 10_000;

/** The columns of a file of tools. Where `stockAtExport` and `availableQuantity` agree, the stock was not changed since the export. */
const columns = [
  '_id',
  'name',
  'price',
  'minOrderQuantity',
  'availableQuantity',
  'description',
  'image',
  'alt',
  'category',
  'otherNames',
  'specifications',
  'otherImages',
  'stockAtExport',
] as const;
/** The name of a column. */
export type ToolColumn = (typeof columns)[number];
const columnNames = columns.join(', ');

/** What is wrong in a file: the line that its row begins in (from 1), the tool's name and the column where they are known, and what to do. */
export interface FileFault {
  line: number;
  name: string;
  column: string | null;
  message: string;
}

/** One tool of a file as text, cell by cell; a column that the file does not have is absent. */
export interface ToolRow {
  line: number;
  cells: Readonly<Partial<Record<ToolColumn, string>>>;
}

/** What a field of a tool holds. */
export type FieldValue = string | number | readonly (string | Specification)[] | undefined;

const lineOf = (each: string | Specification) =>
  typeof each === 'string' ? each : specificationsText([each]);

/** A field of a tool as a cell holds it: line ends are those of Unix there, and what is in a list are lines of it. */
export const cellOf = (value: FieldValue): string =>
  (typeof value === 'object' ? value.map(lineOf).join('\n') : String(value ?? '')).replaceAll(/\r\n?/g, '\n');

/** Writes tools as CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export const toolFile = (tools: readonly Tool[]): string =>
  stringify(
    tools.map((tool) => ({
      ...tool,
      specifications: cellOf(tool.specifications),
      otherImages: cellOf(tool.otherImages),
      stockAtExport: tool.availableQuantity,
    })),
    { header: true, columns, bom: true, ...csvText, cast: { string: escaped } },
  );

/**
 * Reads a file of tools, separated by commas, semicolons or tabs, as its first line tells. Its columns may stand in any order, and some may be
 * missing. Rows that cannot be read are faults, and the others rows.
 */
export function readToolFile(bytes: Uint8Array): { rows: ToolRow[]; faults: FileFault[] } {
  const faults: FileFault[] = [];
  const fault = (line: number, message: string, column: string | null = null) =>
    faults.push({ line, name: '', column, message });
  const [head, ...body] = rowsOf(bytes, fault);
  if (head === undefined) {
    if (faults.length === 0) fault(1, `The file is empty. Its first line names the columns: ${columnNames}`);
    return { rows: [], faults };
  }
  const names = head.record.map((name) => name.trim());
  for (const [index, name] of names.entries()) {
    if (!(columns as readonly string[]).includes(name)) {
      const message = `There is no such column. The columns are: ${columnNames}`;
      fault(head.line, message, name || `no. ${index + 1}`);
    } else if (names.indexOf(name) < index) fault(head.line, 'This column stands twice: remove one', name);
  }
  if (faults.some(({ line }) => line === head.line)) return { rows: [], faults };
  if (body.length === 0) fault(head.line + 1, 'No tool follows the names of the columns');
  const tooMany = body[mostTools];
  if (tooMany) fault(tooMany.line, `A file holds at most ${mostTools} tools: make two of it`);
  const rows: ToolRow[] = [];
  for (const { line, record } of body.slice(0, mostTools)) {
    const { length } = record;
    // Spreadsheets may leave empty cells behind the last column.
    if (length >= names.length && !record.slice(names.length).some((cell) => cell.trim())) {
      const cells = names.map((name, at) => [name, unescaped(record[at] ?? '')]);
      rows.push({ line, cells: Object.fromEntries(cells) });
    } else {
      const counts = `This row has ${length === 1 ? 'one cell' : `${length} cells`}, the first line ${names.length}`;
      fault(line, `${counts}: put text that holds a separator between quotation marks`);
    }
  }
  return { rows, faults };
}

/** Reads the rows up to the first place that is no CSV, which it tells `fault`. Empty rows are left out. */
function rowsOf(bytes: Uint8Array, fault: (line: number, message: string) => void) {
  const rows: { line: number; record: string[] }[] = [];
  let next = 1;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n');
    const [head = ''] = text.split('\n', 1);
    parse(text, {
      delimiter: /[;\t]/.exec(head)?.[0] ?? ',',
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // A mark that is never closed makes one row of the rest of the file.
      max_record_size: 50_000,
      to: mostTools + 2,
      on_record(record: string[], { lines }) {
        rows.push({ line: lines - (record.join('').split('\n').length - 1), record });
        next = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (error instanceof TypeError) fault(1, 'The file is no text in UTF-8: save it as “CSV UTF-8”');
    else if (error instanceof CsvError)
      fault(
        next,
        'The quotation marks of this row do not fit: put text that holds one between two, and write it twice inside',
      );
    else throw error;
  }
  return rows;
}
