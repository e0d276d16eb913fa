import type { Sales, SalesOfDay } from '@karigar/bff/contracts';
import type { Days } from '../period-fields.tsx';

/** By what the days of a span are added up. */
export type Grouping = 'day' | 'week' | 'month';

const dayMs = 86_400_000;
/** The day so many days after another one. */
const shift = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);

/** The spans that end today, by their number of days. */
export const spans: Readonly<Record<string, string>> = {
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
};

/** The last days until today: so many as the word of the address says, 30 where it says nothing of use. */
export const lastDays = (count: string, today: string): Days => ({
  from: shift(today, 1 - Number(Object.hasOwn(spans, count) ? count : 30)),
  to: today,
});

/** The grouping that the address asks for; without one that which gives a readable number of bars. */
export function groupingOf(word: string, { from, to }: Days): Grouping {
  if (word === 'day' || word === 'week' || word === 'month') return word;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return days < 31 ? 'day' : days < 92 ? 'week' : 'month';
}

/** Figures of some days together. */
export const totalOf = (days: readonly SalesOfDay[]) =>
  days.reduce(
    (sum, { placed, paid, money, givenBack }) => ({
      placed: sum.placed + placed,
      paid: sum.paid + paid,
      money: sum.money + money,
      givenBack: sum.givenBack + givenBack,
    }),
    { placed: 0, paid: 0, money: 0, givenBack: 0 },
  );

/** One bar of each chart: some days of the span, and as many of the span before. */
export interface SalesRow {
  /** Its first day in the span. */
  day: string;
  now: ReturnType<typeof totalOf>;
  before: ReturnType<typeof totalOf>;
}

/** The day by which days of one group are told from those of others; weeks begin on Monday. */
function groupOf(day: string, by: Grouping): string {
  if (by === 'month') return day.slice(0, 7);
  return by === 'week' ? shift(day, -((new Date(day).getUTCDay() + 6) % 7)) : day;
}

/** Adds the days of a span up, each beside the day that is as far into the span before. */
export function groupSales({ days, before }: Pick<Sales, 'days' | 'before'>, by: Grouping): SalesRow[] {
  const groups = [...new Set(days.map(({ day }) => groupOf(day, by)))];
  return groups.map((group) => {
    const now = days.filter(({ day }) => groupOf(day, by) === group);
    const from = days.indexOf(now[0] as (typeof days)[number]);
    const earlier = before.slice(from, from + now.length);
    return { day: now[0]?.day ?? '', now: totalOf(now), before: totalOf(earlier) };
  });
}
