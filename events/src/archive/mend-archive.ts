import { genesisHash } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import type { LostEvents } from '../log/past-events.ts';
import { type LogHead, readHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { type ArchiveChain, ArchiveDamagedError, readChain } from './archive-chain.ts';
import { readSegment, writeSegment } from './segment-events.ts';

/** What was wrong in an archive. */
export interface MendedArchive {
  /** The events that were written again out of Redis. */
  readonly mended: readonly Pick<LostEvents, 'from' | 'to'>[];
  /** The events that neither the archive nor Redis gives as they were. */
  readonly faults: readonly LostEvents[];
}

/** Reads every segment of an archive back and names the events that it does not give. Throws `ObjectsUnavailableError` and the signal's reason. */
export async function unreadableEvents(
  store: ObjectStore,
  { segments, faults }: ArchiveChain,
  signal?: AbortSignal,
): Promise<LostEvents[]> {
  const found = [...faults];
  for (const segment of segments) {
    signal?.throwIfAborted();
    await readSegment(store, segment).catch((error: unknown) => {
      if (!(error instanceof ArchiveDamagedError)) throw error;
      found.push(...error.faults);
    });
  }
  return found.toSorted((a, b) => a.from - b.from);
}

/**
 * Looks for events that the archive does not hold, with `contents` also for those that it does not give as they were, and writes them once more where Redis
 * still holds them. Nothing is removed. Throws `ObjectsUnavailableError` and what reading Redis throws; called again it goes on.
 */
export async function mendArchive(
  { client, events }: Pick<Store, 'client' | 'events'>,
  store: ObjectStore,
  { shop, epoch }: Pick<LogHead, 'shop' | 'epoch'>,
  { contents, signal }: { contents: boolean; signal?: AbortSignal | undefined },
): Promise<MendedArchive> {
  const chain = await readChain(store, shop);
  const { trimmedTo } = await readHead(client);
  const mended: Pick<LostEvents, 'from' | 'to'>[] = [];
  const faults: LostEvents[] = [];
  for (const fault of contents ? await unreadableEvents(store, chain, signal) : chain.faults) {
    signal?.throwIfAborted();
    const { from, to } = fault;
    const isInRedis = from > trimmedTo;
    const before = from === 1 ? genesisHash : (await events.hashesAt([from - 1])).get(from - 1);
    const isWritten =
      isInRedis &&
      before !== undefined &&
      (await writeSegment(events, store, { shop, epoch, from, to, before }).catch((error: unknown) => {
        if (error instanceof LogDamagedError) return null;
        throw error;
      })) !== null;
    if (isWritten) mended.push({ from, to });
    else faults.push(fault);
  }
  return { mended, faults };
}
