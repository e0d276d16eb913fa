import type { Sales, SalesOfDay } from '@karigar/bff/contracts';
import { type Days, dayAfter } from '../period-fields.tsx';

/** By what the days of a span are added up. */
export type Grouping = 'day' | 'week' | 'month';

/** The spans that end today, by their number of days. */
export const spans: Readonly<Record<string, string>> = {
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
};

/** The last days until today: so many as the word of the address says, 30 where it says nothing of use. */
export const lastDays = (count: string, today: string): Days => ({
  from: dayAfter(today, 1 - Number(Object.hasOwn(spans, count) ? count : 30)),
  to: today,
});

/** The grouping that the address asks for; without one that which gives a readable number of bars. */
export function groupingOf(word: string, { from, to }: Days): Grouping {
  if (word === 'day' || word === 'week' || word === 'month') return word;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days < 31 ? 'day' : days < 92 ? 'week' : 'month';
}

/** The figures of a day, or of some days together. */
export type Totals = Omit<SalesOfDay, 'day'>;

/** Figures of some days together. */
export function totalOf(days: readonly SalesOfDay[]): Totals {
  const sumOf = (figure: keyof Totals) => days.reduce((sum, day) => sum + day[figure], 0);
  return {
    placed: sumOf('placed'),
    paid: sumOf('paid'),
    money: sumOf('money'),
    givenBack: sumOf('givenBack'),
  };
}

/** One bar of each chart: some days of the span, and as many of the span before. */
export interface SalesRow {
  /** Its first day in the span. */
  day: string;
  now: Totals;
  before: Totals;
}

/** The day by which days of one group are told from those of others; weeks begin on Monday. */
function groupOf(day: string, by: Grouping): string {
  if (by === 'month') return day.slice(0, 7);
  return by === 'week' ? dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7)) : day;
}

/** Adds the days of a span up, each beside the day that is as far into the span before. */
export function groupSales({ days, before }: Pick<Sales, 'days' | 'before'>, by: Grouping): SalesRow[] {
  const pairs = days.map((now, index) => ({ now, before: before[index], group: groupOf(now.day, by) }));
  return [...new Set(pairs.map(({ group }) => group))].map((group) => {
    const some = pairs.filter((pair) => pair.group === group);
    return {
      day: some[0]?.now.day ?? '',
      now: totalOf(some.map(({ now }) => now)),
      before: totalOf(some.flatMap(({ before }) => before ?? [])),
    };
  });
}
