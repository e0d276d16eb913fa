import { setTimeout as delay } from 'node:timers/promises';
import { type ArchiveChain, type ArchiveFault, hashesInLog, readChain } from '@karigar/events';
import { type ArchiveState, archiveState, askForRound } from '../archive/archive-state.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';

/** How long a server may take to answer (ms): a round that is on its way, and the next. */
const patienceMs = 60_000;
const lookMs = 200;

/** The archive as the servers have just written it, and as this command finds it in the storage that it was given. */
interface FreshArchive extends ArchiveChain {
  readonly shop: string;
  /** What the server said that wrote it. */
  readonly state: ArchiveState;
  /** What the server has written and this storage does not hold: it may be another one than that of the servers. Null when it holds all. */
  readonly lacks: ArchiveFault | null;
}

/**
 * Has a server write the archive at once, and reads its entries. Throws `OperatorError` when no server writes within a minute, and what reading throws.
 */
export async function freshArchive(context: CommandContext): Promise<FreshArchive> {
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
  const chain = await readChain(await context.objects(), shop);
  const last = chain.entries.at(-1);
  const end = last?.to ?? 0;
  const hashes = await hashesInLog(await context.scan(), [end]);
  const lacks = (what: string): FreshArchive => ({
    ...chain,
    ...{ shop, state },
    lacks: { from: Math.min(end + 1, state.seq), to: state.seq, what },
  });
  if (end < state.seq)
    return lacks(
      [
        'a server has written them, and this storage does not give them: is OBJECTS_URL that of the servers here?',
        ...chain.beyond.map(({ what }) => what),
      ].join(' '),
    );
  if (end > 0 && hashes.get(end) !== last?.hash)
    return lacks('this storage holds another history of the shop than Redis');
  return { ...chain, shop, state, lacks: null };
}
