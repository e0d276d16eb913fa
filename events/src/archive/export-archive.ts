import type { PastEvents } from '../log/past-events.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { readChain } from './archive-chain.ts';
import { archivedEvents } from './archived-events.ts';
import type { ArchivedTo } from './log-archiver.ts';
import { openArchiver } from './open-archiver.ts';

/** What to export, and how. */
interface ExportOptions {
  /** The address of Redis, as `openOrderLog` takes it. */
  readonly url: string;
  /** Gives the events that have left Redis. */
  readonly past: PastEvents;
  /** Called with the number of events that were read back and checked. */
  readonly onProgress: (done: number, all: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes an archive of a whole shop into another storage while the shop is open, goes on where an earlier export ended, and reads all of it back as a restore would.
 * Throws what an archiver's round throws, and `ArchiveDamagedError` where a restore would refuse what was written.
 */
export async function exportArchive(
  store: ObjectStore,
  { url, past, onProgress, signal }: ExportOptions,
): Promise<ArchivedTo & { readonly shop: string }> {
  const archiver = await openArchiver({ url, store, past, keepDays: Number.POSITIVE_INFINITY });
  try {
    let round = await archiver.round(signal);
    while (round.isBaseUnfinished || round.recordsAt === null) round = await archiver.round(signal);
    const { shop } = round.head;
    const head = round.archived ?? { seq: 0, hash: '', ts: 0 };
    for await (const events of archivedEvents(store, await readChain(store, shop), { seq: head.seq })) {
      signal.throwIfAborted();
      onProgress(events.at(-1)?.scanned.seq ?? 0, head.seq);
    }
    return { ...head, shop };
  } finally {
    await archiver.close();
  }
}
