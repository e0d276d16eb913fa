import type { ArchiveMoment } from './archived-events.ts';
import { begunAt, type RecordsName } from './records-name.ts';

/** The objects that together are the records at a moment, in their order. */
export interface ChosenRecords {
  readonly objects: readonly RecordsName[];
  /** Why they are not of the moment that was asked for, in words; null when they are. */
  readonly fault: string | null;
}

/**
 * Chooses the base and the deltas that tell what the records were at a moment (the last ones, unless told): of all that are whole the ones whose last
 * object, of those that are not later, is of the latest epoch, event and time. Where none is so early, as before the first base or beyond the time for which records are
 * kept, the earliest base stands in, and the answer says so. Null where there is no whole base at all.
 */
export function chooseRecords(
  names: readonly RecordsName[],
  until: ArchiveMoment | undefined,
): ChosenRecords | null {
  const wholes = [...Map.groupBy(names, ({ base }) => base).values()].map(wholeOf);
  const notLater = wholes
    .map((objects) => ({
      objects,
      end: objects.findLastIndex((one) => isAnEnd(one) && isBefore(one, until)),
    }))
    .filter(({ end }) => end >= 0)
    .map(({ objects, end }) => objects.slice(0, end + 1));
  const latest = notLater.toSorted((a, b) => byEnd(a.at(-1), b.at(-1))).at(-1);
  if (latest !== undefined) return { objects: latest, fault: gapAfter(latest, names, until) };
  const first = wholes
    .map((objects) => objects.slice(0, objects.findIndex(({ kind }) => kind === 'base') + 1))
    .filter((objects) => objects.length > 0)
    .toSorted((a, b) => byEnd(a.at(-1), b.at(-1)))[0];
  if (first === undefined) return null;
  const fault = `the earliest records that are kept are of ${timeOf(first.at(-1))}`;
  return { objects: first, fault };
}

/**
 * The objects of one base from the first on, as far as none is missing. Of two with one number the later one counts: nobody knew whether
 * the storage had taken the first, and the second says all that it says.
 */
function wholeOf(objects: readonly RecordsName[]): RecordsName[] {
  const inTime = objects.toSorted((a, b) => a.n - b.n || a.time - b.time);
  const sorted = inTime.filter(({ n }, at) => inTime[at + 1]?.n !== n);
  const gap = sorted.findIndex(({ n }, at) => n !== at);
  return gap < 0 ? sorted : sorted.slice(0, gap);
}

/** Says what is missing if objects of the same base that are not later stand behind a gap. */
function gapAfter(
  chosen: readonly RecordsName[],
  names: readonly RecordsName[],
  until: ArchiveMoment | undefined,
): string | null {
  const last = chosen.at(-1);
  const behind = names.filter(
    (one) => one.base === last?.base && one.n > last.n && isAnEnd(one) && isBefore(one, until),
  );
  if (behind.length === 0) return null;
  const missing = `object ${(last?.n ?? 0) + 1} of the base ${last?.base}`;
  return `${missing} is missing: ${unknownAfter(last)}`;
}

/** Says in words what is not known where nothing that follows this object can be read. */
export const unknownAfter = (last: RecordsName | undefined): string =>
  `what changed in records after ${timeOf(last)} is unknown`;

/** Orders by what the log held; the clock of Redis, which may once have been wrong, tells only those of one event apart. */
const byEnd = (a: RecordsName | undefined, b: RecordsName | undefined): number =>
  (a?.epoch ?? 0) - (b?.epoch ?? 0) || (a?.seq ?? 0) - (b?.seq ?? 0) || (a?.time ?? 0) - (b?.time ?? 0);

const isAnEnd = ({ kind }: RecordsName): boolean => kind !== 'part';

const isBefore = ({ time, seq }: RecordsName, until: ArchiveMoment | undefined): boolean =>
  until === undefined || ('seq' in until ? seq <= until.seq : time <= until.time);

const timeOf = (one: RecordsName | undefined): string => new Date(one?.time ?? 0).toISOString();

/**
 * Chooses what need not be kept to tell the records of any moment from `since` (ms) on: every base with its deltas that another whole base
 * has followed before that, and every unfinished one of that time.
 */
export function dispensable(names: readonly RecordsName[], since: number): RecordsName[] {
  const needed = names
    .filter(({ kind, time }) => kind === 'base' && time <= since)
    .reduce((latest, one) => Math.max(latest, begunAt(one)), 0);
  return names.filter((one) => begunAt(one) < needed);
}
