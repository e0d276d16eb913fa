import { begunAt, type RecordsName } from './records-name.ts';

/** Up to where the shop is read: to this event, or to the last one that is not later than this time (ms). */
export type ArchiveMoment = { readonly seq: number } | { readonly time: number };

/** The objects that together are the records at a moment, in their order. */
interface ChosenRecords {
  readonly objects: readonly RecordsName[];
  /** Why they are not of the moment that was asked for, in words; null when they are. */
  readonly fault: string | null;
}

/**
 * Chooses the base and the deltas that tell the records at a moment (the last ones, unless told): of the whole bases the one whose last object that is not
 * later is of the latest epoch, event and time. Where none is so early, the earliest base stands in, and the answer says so. Null where
 * there is no whole base at all.
 */
export function chooseRecords(
  names: readonly RecordsName[],
  until: ArchiveMoment | undefined,
): ChosenRecords | null {
  const isNotLater = ({ kind, time, seq }: RecordsName): boolean =>
    kind !== 'part' && (until === undefined || ('seq' in until ? seq <= until.seq : time <= until.time));
  const bases = [...Map.groupBy(names, ({ base }) => base).values()].map(unbroken);
  const [latest] = bases
    .map((objects) => objects.slice(0, objects.findLastIndex(isNotLater) + 1))
    .filter((objects) => objects.length > 0)
    .toSorted((a, b) => byEnd(b, a));
  if (latest !== undefined) {
    const last = latest.at(-1) as RecordsName;
    const isCut = names.some((one) => one.base === last.base && one.n > last.n && isNotLater(one));
    const missing = `object ${last.n + 1} of the base ${last.base} is missing`;
    return { objects: latest, fault: isCut ? `${missing}: ${unknownAfter(last)}` : null };
  }
  const [first] = bases
    .map((objects) => objects.slice(0, objects.findIndex(({ kind }) => kind === 'base') + 1))
    .filter((objects) => objects.length > 0)
    .toSorted(byEnd);
  if (first === undefined) return null;
  return { objects: first, fault: `the earliest records that are kept are of ${timeOf(first.at(-1))}` };
}

/**
 * The objects of one base from the first on, as far as none is missing. Of two with one number the later one counts: whether the storage had taken
 * the first was unknown, and the second holds everything that it holds.
 */
function unbroken(objects: readonly RecordsName[]): RecordsName[] {
  const inTime = objects.toSorted((a, b) => a.n - b.n || a.time - b.time);
  const sorted = inTime.filter(({ n }, at) => inTime[at + 1]?.n !== n);
  const gap = sorted.findIndex(({ n }, at) => n !== at);
  return gap < 0 ? sorted : sorted.slice(0, gap);
}

/** Says in words what is not known where nothing that follows this object can be read. */
export const unknownAfter = (last: RecordsName | undefined): string =>
  `what changed in records after ${timeOf(last)} is unknown`;

function byEnd(a: readonly RecordsName[], b: readonly RecordsName[]): number {
  const [one, other] = [a.at(-1) as RecordsName, b.at(-1) as RecordsName];
  return one.epoch - other.epoch || one.seq - other.seq || one.time - other.time;
}

const timeOf = (one: RecordsName | undefined): string => new Date(one?.time ?? 0).toISOString();

/**
 * Chooses what is not needed to tell the records of any moment from `since` (ms) on: every base with its deltas that another whole base
 * followed before that, and every unfinished one of that time.
 */
export function dispensable(names: readonly RecordsName[], since: number): RecordsName[] {
  const needed = names
    .filter(({ kind, time }) => kind === 'base' && time <= since)
    .reduce((latest, one) => Math.max(latest, begunAt(one)), 0);
  return names.filter((one) => begunAt(one) < needed);
}
