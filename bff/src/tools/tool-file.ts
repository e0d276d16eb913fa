import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Tool } from '../contracts/tool.ts';
import { csvText, escaped, unescaped } from '../http/csv-stream.ts';

/** The most bytes, and the most tools, of a file that is read. */
export const mostFileBytes = 10_000_000;
const mostTools = 10_000;

/** What stands in a file of tools. `stockAtExport` is for whoever reads it back: where it and `availableQuantity` agree, nobody changed the stock. */
const columns = {
  _id: (tool) => tool._id,
  name: (tool) => escaped(tool.name),
  price: (tool) => tool.price,
  minOrderQuantity: (tool) => tool.minOrderQuantity,
  availableQuantity: (tool) => tool.availableQuantity,
  description: (tool) => escaped(tool.description),
  image: (tool) => tool.image,
  alt: (tool) => escaped(tool.alt),
  category: (tool) => escaped(tool.category),
  otherNames: (tool) => escaped(tool.otherNames),
  stockAtExport: (tool) => tool.availableQuantity,
} as const satisfies Record<string, (tool: Tool) => string | number>;
/** The name of a column. */
export type ToolColumn = keyof typeof columns;
const columnNames = Object.keys(columns).join(', ');

/** What is wrong in a file: the line that its row begins in (from 1), the tool's name and the column where they are known, and what to do. */
export interface FileFault {
  readonly line: number;
  readonly name: string;
  readonly column: string | null;
  readonly message: string;
}

/** One tool of a file as text, cell by cell; a column that the file does not have is absent. */
export interface ToolRow {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<ToolColumn, string>>>;
}

/** Writes tools as CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export function toolFile(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => Object.values(columns).map((cell) => cell(tool)));
  return stringify(rows, { header: true, columns: Object.keys(columns), bom: true, ...csvText });
}

/**
 * Reads a file of tools, separated by commas, semicolons or tabs, as its first line tells. Its columns may stand in any order, and some may be
 * missing. Rows that cannot be read are faults, and the others rows.
 */
export function readToolFile(bytes: Uint8Array): { rows: ToolRow[]; faults: FileFault[] } {
  const faults: FileFault[] = [];
  const fault = (line: number, message: string, column: string | null = null, name = '') =>
    faults.push({ line, name, column, message });
  const [head, ...body] = rowsOf(bytes, fault);
  if (head === undefined) {
    if (faults.length === 0) fault(1, `The file is empty. Its first line names the columns: ${columnNames}`);
    return { rows: [], faults };
  }
  const names = head.record.map((name) => name.trim());
  for (const [index, name] of names.entries()) {
    if (!Object.hasOwn(columns, name))
      fault(
        head.line,
        `There is no such column. The columns are: ${columnNames}`,
        name || `no. ${index + 1}`,
      );
    else if (names.indexOf(name) < index) fault(head.line, 'This column stands twice: remove one', name);
  }
  if (faults.some(({ line }) => line === head.line)) return { rows: [], faults };
  if (body.length === 0) fault(head.line + 1, 'No tool follows the names of the columns');
  if (body.length > mostTools)
    fault(body[mostTools]?.line ?? 0, `A file holds at most ${mostTools} tools: make two of it`);
  const rows = body.slice(0, mostTools).flatMap(({ line, record }) => {
    // Spreadsheets may leave empty cells behind the last column.
    const cells = record.slice(0, names.length);
    if (cells.length < names.length || record.slice(names.length).some((cell) => cell.trim() !== '')) {
      const has = record.length === 1 ? 'one cell' : `${record.length} cells`;
      const counts = `This row has ${has}, the first line ${names.length}`;
      fault(line, `${counts}: put text that holds a separator between quotation marks`);
      return [];
    }
    return [{ line, cells: Object.fromEntries(names.map((name, at) => [name, unescaped(cells[at] ?? '')])) }];
  });
  return { rows, faults };
}

interface RawRow {
  readonly line: number;
  readonly record: string[];
}

/** Reads the rows up to the first place that is no CSV, which it tells `fault`. Empty rows are left out. */
function rowsOf(bytes: Uint8Array, fault: (line: number, message: string) => void): RawRow[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n');
  } catch {
    fault(1, 'The file is no text in UTF-8: save it as “CSV UTF-8”');
    return [];
  }
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const rows: RawRow[] = [];
  let last = 0;
  const take = ({ record, raw }: { record: string[]; raw: string }, { lines }: { lines: number }) => {
    last = lines;
    rows.push({ line: lines - (raw.trimEnd().split('\n').length - 1), record });
    return null;
  };
  try {
    parse(text, {
      delimiter: [';', '\t'].find((one) => head.includes(one)) ?? ',',
      record_delimiter: '\n',
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // A mark that is never closed makes one row of the rest of the file.
      max_record_size: 50_000,
      to: mostTools + 2,
      on_record: take as never,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    fault(
      last + 1,
      'The quotation marks of this row do not fit: put text that holds one between two, and write it twice inside',
    );
  }
  return rows;
}
