import { ChainCheck, logStart, type ScannedEvent } from '../log/chain-check.ts';
import type { RawEntry } from '../log/event-fields.ts';
import { HistoryCheck } from '../model/history-check.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ArchiveMoment } from '../records/choose-records.ts';
import { type ArchiveChain, ArchiveDamagedError } from './archive-chain.ts';
import { readSegment } from './segment-events.ts';

/** An event of the archive, as it is stored and as it was checked. */
export interface ArchivedEvent {
  readonly entry: RawEntry;
  readonly scanned: ScannedEvent;
}

/** How many segments are read ahead. */
const ahead = 3;

/**
 * Reads the events of a chain up to `until` (all, unless told) segment by segment, each checked: its hash, its time, its data, and at the end whether each
 * order's events fit each other, without which no read models could be made. Throws `ArchiveDamagedError`, which names the
 * events concerned, and `ObjectsUnavailableError`.
 */
export async function* archivedEvents(
  store: ObjectStore,
  { segments, faults }: ArchiveChain,
  until?: ArchiveMoment,
): AsyncGenerator<readonly ArchivedEvent[]> {
  const wanted = segments.filter((segment, at) => beginsBefore(segment.from, segments[at - 1]?.ts, until));
  const last = wanted.at(-1);
  if (last === undefined) return;
  const missing = faults.filter(({ from }) => from <= last.to);
  if (missing.length > 0) throw new ArchiveDamagedError(missing);
  const check = new ChainCheck(logStart);
  const history = new HistoryCheck();
  const reading = wanted.slice(0, ahead).map((segment) => begin(store, segment));
  for (const [at, segment] of wanted.entries()) {
    const next = wanted[at + ahead];
    if (next !== undefined) reading.push(begin(store, next));
    const events: ArchivedEvent[] = [];
    for (const entry of (await reading.shift()) ?? []) {
      const scanned = check.check(...entry);
      if (scanned.faults.length > 0)
        throw new ArchiveDamagedError([
          { ...segment, what: `event ${scanned.seq}: ${scanned.faults.join(', ')}` },
        ]);
      if (until !== undefined && !isUntil(scanned, until)) break;
      history.scan(scanned);
      events.push({ entry, scanned });
    }
    if (events.length > 0) yield events;
  }
  if (history.impossible.length > 0)
    throw new ArchiveDamagedError(
      history.impossible.map(({ seq, subject, message }) => ({
        ...{ from: seq, to: seq },
        what: `of ${subject}: ${message}, and it was not voided until then`,
      })),
    );
}

function begin(...[store, segment]: Parameters<typeof readSegment>): ReturnType<typeof readSegment> {
  const reading = readSegment(store, segment);
  reading.catch(() => undefined); // A failure reaches the code that awaits it.
  return reading;
}

/** Whether a segment may hold events up to `until`: by time, if the one before it does not end later. */
function beginsBefore(from: number, tsBefore: number | undefined, until: ArchiveMoment | undefined): boolean {
  if (until === undefined) return true;
  return 'seq' in until ? from <= until.seq : tsBefore === undefined || tsBefore <= until.time;
}

const isUntil = ({ seq, stored }: ScannedEvent, until: ArchiveMoment): boolean =>
  'seq' in until ? seq <= until.seq : Number(stored?.ts) <= until.time;
