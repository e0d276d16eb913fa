import { type Cell, type FigureTable, table } from '../measuring/figure.ts';
import { median } from '../measuring/statistics.ts';
import { countFindings } from './check-history.ts';
import { crowds } from './crowds.ts';
import type { FaultResult } from './lab.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const findingsOf = ({ rounds, letters }: FaultResult) => [
  ...rounds.flatMap(({ findings }) => findings),
  ...(letters?.findings ?? []),
];
const pausesOf = (results: readonly FaultResult[]) =>
  results.flatMap(({ rounds }) => rounds.map(({ pauseMs }) => pauseMs));
const lossesOf = (results: readonly FaultResult[]) =>
  results.flatMap(({ rounds }) => rounds.flatMap(({ losses }) => losses));

/** The values that the targets of the report read. */
export function resultValues(results: readonly FaultResult[]) {
  const rounds = results.flatMap((result) => result.rounds);
  const losses = lossesOf(results);
  const crowded = results.find(({ name }) => name === crowds.name);
  const primaryLost = results.filter(({ name }) => name.startsWith('kill -9 of the primary'));
  const seconds = pausesOf(primaryLost).map((ms) => ms / 1000);
  return {
    rounds: rounds.length,
    acknowledged: sum(rounds.map(({ acknowledged }) => acknowledged)),
    ...countFindings(results.flatMap(findingsOf)),
    crowdWrong: crowded?.rounds.filter(({ findings }) => findings.length > 0).length ?? Number.NaN,
    skipped: results.filter(({ skipped }) => skipped !== '').length,
    letters: sum(results.map(({ letters }) => letters?.expected ?? 0)),
    lettersTwice: sum(results.map(({ letters }) => letters?.repeated ?? 0)),
    slowestPageMs: Math.max(...rounds.flatMap(({ pagesMs }) => pagesMs)),
    // Of the primary that is lost with its data: what the report promises.
    sellsAgainSeconds: median(seconds),
    sellsAgainWorstSeconds: Math.max(...seconds),
    // Where no process that sells was harmed.
    worstPauseMs: Math.max(...pausesOf(results.filter(({ sellsOn }) => sellsOn))),
    losses: losses.length,
    worstLossMs: Math.max(...losses.map(({ ageMs }) => ageMs)),
  };
}

/** One row for each fault; a column that no fault fills is left out. And what was lost with Redis, where something was. */
export function resultTables(results: readonly FaultResult[]): FigureTable[] {
  const rows = results.map((result): Record<string, Cell> => {
    const { name, skipped, rounds, letters } = result;
    if (skipped !== '') return { fault: name, rounds: `skipped: ${skipped}` };
    const { lost, doubled, otherwise } = countFindings(findingsOf(result));
    const pauses = pausesOf([result]);
    const pages = rounds.flatMap(({ pagesMs }) => pagesMs);
    return {
      fault: name,
      rounds: rounds.length,
      acknowledged: sum(rounds.map(({ acknowledged }) => acknowledged)),
      unknown: sum(rounds.map(({ unknown }) => unknown)),
      ...{ lost, doubled, other: otherwise },
      'sells again after healing, ms (median)': median(rounds.map(({ recoveryMs }) => recoveryMs)),
      'longest pause, ms (median)': median(pauses),
      'longest pause, ms (worst)': Math.max(...pauses),
      ...(pages.length > 0 && {
        'open pages right, ms (median)': median(pages),
        'open pages right, ms (worst)': Math.max(...pages),
      }),
      ...(letters !== null && { letters: letters.expected, 'came twice, known': letters.repeated }),
    };
  });
  const losses = lossesOf(results).map(({ from, to, ageMs }) => ({
    events: to < from ? 'none' : `${from} to ${to}`,
    'age of the oldest, ms': ageMs,
  }));
  return [
    table('Each fault, and what it left behind', rows),
    ...(losses.length === 0
      ? []
      : [table('What was not in the archive when Redis was lost with its disk', losses)]),
  ];
}
