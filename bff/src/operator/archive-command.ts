import { setTimeout as delay } from 'node:timers/promises';
import { mendArchive, readChain } from '@karigar/events';
import { archiveState, askForRound } from '../archive/archive-state.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime, readableBytes } from './output.ts';

/** How long a server may take to answer (ms): a round that is on its way, and the next. */
const patienceMs = 60_000;
const lookMs = 200;

/**
 * `archive`: has a server write the archive at once, writes again what is missing in its middle and still in Redis, and says where it ends and
 * what is wrong with it. `check` reads every segment back.
 */
export async function archive(context: CommandContext, { check }: { check: boolean }): Promise<number> {
  const { output, signal } = context;
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
    await delay(lookMs, undefined, { signal });
    state = await archiveState(log.redis);
  }
  const { seq, hash, at, recordsAt } = state;
  const objects = await context.objects();
  const { mended, faults } = await mendArchive(await context.scan(), objects, { contents: check, signal });
  const { entries } = await readChain(objects, shop);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  output.result({ shop, seq, hash, at, recordsAt, segments: entries.length, bytes, mended, faults }, () => {
    output.line(`The archive of the shop ${shop} ends with event ${seq}, ${hash}`);
    output.line(
      `${entries.length} segments, ${readableBytes(bytes)}; written ${isoTime(at)}, records as of ${isoTime(recordsAt)}.`,
    );
    for (const { from, to } of mended)
      output.line(`Events ${from} to ${to} were missing or changed there: written again out of Redis.`);
    for (const { from, to, what } of faults) output.line(`Events ${from} to ${to}: ${what}.`);
  });
  return faults.length === 0 ? 0 : 1;
}
