import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { partsOf } from '../log/parts.ts';

const figures = ['placed', 'paid', 'money', 'givenBack'] as const;

/** Sales of one day of the shop: orders placed and paid, money paid (whole units) and money given back (cents). */
export type SalesOfDay = Readonly<Record<(typeof figures)[number], number> & { day: string }>;

/** What was paid of one tool: pieces, and money in whole units. */
export interface SalesOfTool {
  pieces: number;
  money: number;
}

/** A month at once: a few milliseconds of Redis's time. */
const daysPerRead = 31;

/** Sales of some days, one entry for each, with zeros for a day that had none. */
export async function readSales(reader: GenerationReader, days: readonly string[]): Promise<SalesOfDay[]> {
  const sales: SalesOfDay[] = [];
  for (const part of partsOf(days, daysPerRead)) {
    const answers = await reader.readAll((keys) =>
      part.map((day) => readOf('HMGET', keys.sales(day), ...figures.map((figure) => `${day} ${figure}`))),
    );
    for (const [index, day] of part.entries()) {
      const [placed, paid, money, givenBack] = (answers[index] as (string | null)[]).map(Number);
      sales.push({ day, placed, paid, money, givenBack } as SalesOfDay);
    }
  }
  return sales;
}

/** The tools that were paid on some days, by their ids. */
export async function readSoldTools(
  reader: GenerationReader,
  days: readonly string[],
): Promise<Map<string, SalesOfTool>> {
  const tools = new Map<string, SalesOfTool>();
  const wanted = new Set(days);
  for (const month of new Set(days.map((day) => day.slice(0, 7)))) {
    const fields = await reader.readOne<string[]>((keys) => readOf('HGETALL', keys.sales(month)));
    for (let at = 0; at < fields.length; at += 2) {
      const [, day = '', figure, id = ''] = /^(\S+) (pieces|money):(.*)$/.exec(fields[at] ?? '') ?? [];
      if (!wanted.has(day)) continue;
      const sold = tools.get(id) ?? { pieces: 0, money: 0 };
      tools.set(id, sold);
      sold[figure as keyof SalesOfTool] += Number(fields[at + 1]);
    }
  }
  return tools;
}
