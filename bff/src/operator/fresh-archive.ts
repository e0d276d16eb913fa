import { setTimeout as delay } from 'node:timers/promises';
import { type ArchiveChain, readChain } from '@karigar/events';
import { type ArchiveState, archiveState, askForRound } from '../archive/archive-state.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';

/** How long a server may take to answer (ms): a round that is on its way, and the next. */
const patienceMs = 60_000;
const lookMs = 200;

/** What a server said of the archive that it has just written. */
interface FreshArchive extends ArchiveState {
  readonly shop: string;
}

/** Has a server write the archive at once. Throws `OperatorError` when none does within a minute, and what reading Redis throws. */
export async function writeArchive(context: CommandContext): Promise<FreshArchive> {
  const log = await context.log();
  const { seq: wanted, shop } = await log.head();
  const before = (await archiveState(log.redis))?.at ?? 0;
  await askForRound(log.redis);
  const until = Date.now() + patienceMs;
  let state = await archiveState(log.redis);
  while (state === null || state.seq < wanted || state.at <= before) {
    if (Date.now() > until)
      throw new OperatorError(
        `No server has written the archive up to event ${wanted} within a minute; it ends with event ${state?.seq ?? 0}, as of ${isoTime(state?.at ?? null)}. Is a server running, with ARCHIVE_SECONDS above 0? Its log says why the archive cannot be written.`,
      );
    await delay(lookMs, undefined, { signal: context.signal });
    state = await archiveState(log.redis);
  }
  return { ...state, shop };
}

/** The archive in the storage that a command was given. */
interface FoundArchive {
  readonly chain: ArchiveChain;
  /** What a server has written and this storage does not hold; null when it holds all. */
  readonly lacks: { readonly from: number; readonly to: number; readonly what: string } | null;
}

/**
 * Lists the archive in the storage that this command was given, and compares its end with what a server has written: the command may have been given another
 * storage than the servers. Throws what the storage throws.
 */
export async function readArchive(
  context: CommandContext,
  { shop, seq, hash }: FreshArchive,
): Promise<FoundArchive> {
  const chain = await readChain(await context.objects(), shop);
  const end = chain.segments.at(-1);
  const isThere = seq === 0 || (end !== undefined && (end.to > seq || end.hash === hash));
  const what =
    'a server has written them, and this storage does not give them: is OBJECTS_URL that of the servers here?';
  return { chain, lacks: isThere ? null : { from: Math.min((end?.to ?? 0) + 1, seq), to: seq, what } };
}
