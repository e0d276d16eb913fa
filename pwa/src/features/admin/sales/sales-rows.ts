import type { Sales, SalesOfDay } from '@karigar/bff/contracts';
import { type Days, dayAfter } from '../period-fields.tsx';

/** By what the days of a span are added up. */
export const groupings = { day: 'Day', week: 'Week', month: 'Month' };
export type Grouping = keyof typeof groupings;

/** The spans that end today, in days. */
export const spans = [7, 30, 90, 365];

/** The number of days until today that the address asks for, 30 where it says nothing of use. */
export const lengthOf = (word: string): number => spans.find((days) => `${days}` === word) ?? 30;

/** The last days until today. */
export const lastDays = (count: number, today: string): Days => ({
  from: dayAfter(today, 1 - count),
  to: today,
});

/** The grouping that the address asks for; without one that which gives a readable number of bars. */
export function groupingOf(word: string, { from, to }: Days): Grouping {
  if (Object.hasOwn(groupings, word)) return word as Grouping;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days < 31 ? 'day' : days < 92 ? 'week' : 'month';
}

/** One figure of some days together. */
export const sumOf = (days: readonly SalesOfDay[], figure: Exclude<keyof SalesOfDay, 'day'>): number =>
  days.reduce((sum, day) => sum + day[figure], 0);

/** One bar of each chart: some days of the span, and as many of the span before. */
export interface SalesRow {
  /** Its first day in the span. */
  day: string;
  now: SalesOfDay[];
  before: SalesOfDay[];
}

/** The day by which days of one group are told from those of others; weeks begin on Monday. */
function groupOf(day: string, by: Grouping): string {
  if (by === 'month') return day.slice(0, 7);
  return by === 'week' ? dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7)) : day;
}

/** Puts the days of a span in groups, each beside the day that is as far into the span before. */
export function groupSales({ days, before }: Pick<Sales, 'days' | 'before'>, by: Grouping): SalesRow[] {
  const rows = new Map<string, SalesRow>();
  for (const [index, now] of days.entries()) {
    const group = groupOf(now.day, by);
    const row = rows.get(group) ?? { day: now.day, now: [], before: [] };
    row.now.push(now);
    row.before.push(...before.slice(index, index + 1));
    rows.set(group, row);
  }
  return [...rows.values()];
}
