import { type HeldBack, openScan, planTrim, type Scan, type Trim, trimLog } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { readArchive, writeArchive } from './fresh-archive.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime, readableBytes } from './output.ts';
import { recordNote } from './record-note.ts';

/** For so long a bank may bring a payment back at most cards, counted from the parcel, with some days to spare (ms). */
const disputesMs = 180 * 86_400_000;

/** How `trim` is asked for. */
interface TrimOptions {
  /** The age in milliseconds. */
  readonly olderThan: number;
  readonly yes: boolean;
}

/**
 * `trim`: old events leave Redis that the archive gives back as they were. Without --yes it says what would leave and asks. The user that may trim
 * is named by REDIS_TRIM_URL; the servers never have it.
 */
export async function trim(context: CommandContext, { olderThan, yes }: TrimOptions): Promise<number> {
  const { output, signal } = context;
  const log = await context.log();
  const store = await context.store();
  const objects = await context.objects();
  const { seq: head } = await log.head();
  const progress = output.progress('trim', 'events');
  const limits = {
    ...{ olderThanMs: olderThan, signal },
    onSegment: (to: number) => progress.update(to, head),
  };
  let trimmer: Scan | undefined;
  try {
    await requireArchive(context);
    const plan = await planTrim(store, objects, limits);
    progress.stop();
    if (plan.events === 0 || (output.json && !yes)) {
      tell(context, plan, false);
      return isSound(plan.held) ? 0 : 1;
    }
    for (const line of planLines(plan)) output.line(line);
    if (olderThan < disputesMs)
      output.line(
        'Mind that a bank may bring a payment back for 180 days: such an order is then read from the archive.',
      );
    await context.confirm(`The events ${plan.from} to ${plan.to} will leave Redis.`);
    const asked = { ...limits, upTo: plan.to };
    trimmer = await openTrimmer(context);
    const done = await trimLog(store, trimmer.client, objects, asked).catch((error: unknown) => {
      if (!/\bNOPERM\b|user executing the script can't/.test(String(error))) throw error;
      throw new OperatorError(
        `This Redis user may not trim the log. Set REDIS_TRIM_URL to the address with the one that may, for this command alone: see GOING-LIVE.md, 1.`,
      );
    });
    tell(context, done, true);
    const { from, to, events, bytes } = done;
    const noted = await recordNote(context, 'trim', { from, to, events, bytes });
    return noted && isSound(done.held) ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new OperatorError('What has left stands in the archive: start the same command again to go on.');
  } finally {
    progress.stop();
    await trimmer?.close();
  }
}

/**
 * Refuses to trim where the storage that this command was given lacks what the servers have written: the events would leave Redis for a storage
 * that the servers do not read. Throws `OperatorError`.
 */
async function requireArchive(context: CommandContext): Promise<void> {
  const { lacks } = await readArchive(context, await writeArchive(context));
  if (lacks === null) return;
  throw new OperatorError(`Nothing has left Redis. Events ${lacks.from} to ${lacks.to}: ${lacks.what}.`);
}

function openTrimmer({ shop, signal }: CommandContext): Promise<Scan> {
  const url = shop.variables.REDIS_TRIM_URL || shop.redisUrl;
  return openScan(url, 'karigar-trim', { signal });
}

function tell({ output }: CommandContext, trim: Trim, done: boolean): void {
  output.result({ ...trim, done }, () => {
    if (done)
      output.line(
        `${trim.events} events have left Redis: the log there begins with event ${trim.to + 1} now.`,
      );
    else for (const line of planLines(trim)) output.line(line);
    if (done) output.line(heldText(trim.held));
  });
}

function planLines({ from, to, events, ts, bytes, held }: Trim): string[] {
  const leaving =
    events === 0
      ? 'No event can leave Redis.'
      : `${events} events, ${from} to ${to}, the last of ${isoTime(ts)}, can leave Redis: about ${readableBytes(bytes)}. Each was read back from the archive and checked.`;
  return [leaving, heldText(held)];
}

/** Says what keeps the events behind the border, and what to do about it. */
function heldText(held: HeldBack): string {
  const stay = `From event ${held.from} on all stay`;
  switch (held.by) {
    case 'age':
      return `${stay}: they are not old enough.`;
    case 'plan':
      return `${stay}: some of them may leave by now, but were not confirmed. Start the same command again.`;
    case 'end':
      return `${stay}: they do not fill a segment of the archive, or are the last of the log.`;
    case 'archiver':
      return `${stay}: they are not in the archive yet. npm run orders -- archive has it written at once.`;
    case 'order':
      return `${stay}: event ${held.seq} is of ${held.order}, and ${held.why}. npm run orders -- show ${held.order}`;
    case 'archive':
      return `${stay}: THE ARCHIVE IS DAMAGED, events ${held.from} to ${held.to}: ${held.why}. See the handbook, 18.`;
    default:
      return held satisfies never;
  }
}

const isSound = ({ by }: HeldBack): boolean => by !== 'archive';
