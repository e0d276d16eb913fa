import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Context } from 'hono';
import { privateCache } from './answers.ts';
import type { AppEnv } from './app-env.ts';

/** The columns of a file, and the field that each of them shows; null for the field of the row that has the column's name. */
export type CsvColumns<Row> = Readonly<Record<string, ((row: Row) => string | number) | null>>;

/** What a spreadsheet takes for a formula at the beginning of a cell, and behind a separator, where it separates by that one. */
const formula = `['"]*[=+\\-@\\t\\r\\n\\uff0b\\uff0d\\uff1d\\uff20]`;
const formulaAfter = (mark: string) => new RegExp(`(^|[;\\t])${mark}(?=${formula})`, 'g');
const [unsafe, safe] = [formulaAfter(''), formulaAfter("'")];
/** Puts an apostrophe where a spreadsheet would run a formula; `unescaped` takes it away. */
export const escaped = (text: string): string => text.replace(unsafe, "$1'");
/** Takes away what `escaped` has put in. */
export const unescaped = (cell: string): string => cell.replace(safe, '$1');
/** Text that holds a separator of any spreadsheet is quoted. */
export const csvText = { quoted_match: /[;\t]/ };

/** A telephone, zip or tracking number would lose its zeros and plus sign as a number; as a formula of text it stays whole. A date is none. */
const cellOf = (text: string) =>
  /^(?!\d{4}-\d\d-\d\d$)[+(]?\d[\d ()./eE+-]*$/.test(text) ? `="${text}"` : escaped(text);

/**
 * Answers with a CSV file that is streamed page by page, so that a table of any length needs the memory of one page. Text that a
 * spreadsheet would run as a formula is escaped, and text that it would take for a number stays text. The first page is read before this resolves: a store that is away is still an
 * honest 503; one that goes away later cuts the stream, which the client sees as a failed download.
 */
export async function csvAnswer<Row>(
  c: Context<AppEnv>,
  name: string,
  columns: CsvColumns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): Promise<Response> {
  const reading = pages[Symbol.asyncIterator]();
  const first = await reading.next();
  async function* lines() {
    for (let page = first; !page.done; page = await reading.next())
      for (const row of page.value)
        yield Object.entries(columns).map(([name, cell]) =>
          cell === null ? row[name as keyof Row] : cell(row),
        );
  }
  const source = Readable.from(lines());
  const csv = source.pipe(
    stringify({
      header: true,
      columns: Object.keys(columns),
      bom: true,
      ...csvText,
      cast: { string: cellOf },
    }),
  );
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return c.body(Readable.toWeb(csv) as unknown as ReadableStream, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    ...privateCache,
  });
}
