import { setTimeout as delay } from 'node:timers/promises';
import { type HeldBack, mendArchive, openScan, readChain, type Trim, trimLog } from '@karigar/events';
import { archiveState, askForRound } from '../archive/archive-state.ts';
import { age, option } from './arguments.ts';
import { type Context, command } from './command.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime, readableBytes } from './output.ts';

/** Commands for the archive that the servers write. */
export const archiveCommands = [
  command({
    name: 'archive',
    help: 'Have a server write the archive at once; mends what it can, says where it ends and what is wrong with it',
    examples: ['archive', 'archive --check --json'],
    options: [option('--check', 'read every segment back, however long that takes')],
    async run(context, { check = false }: { check?: boolean }) {
      const shop = await (await context.log()).shop();
      const { seq, hash, at } = await writeArchive(context);
      const { mended, ...found } = await mendArchive(await context.store(), await context.objects(), {
        contents: check,
        signal: context.signal,
      });
      const { segments, lacks } = await readArchive(context, { shop, seq, hash });
      const faults = lacks === null ? found.faults : [...found.faults, lacks];
      return {
        value: { shop, seq, hash, at, segments, mended, faults },
        text: [
          `The archive of the shop ${shop} ends with event ${seq}, ${hash}`,
          `${segments} segments; events and records are archived as of ${isoTime(at)}.`,
          ...mended.map(
            ({ from, to }) =>
              `Events ${from} to ${to} were missing or changed there: written again out of Redis.`,
          ),
          ...faults.map(({ from, to, what }) => `Events ${from} to ${to}: ${what}.`),
        ],
        ok: faults.length === 0,
      };
    },
  }),
  command({
    name: 'trim',
    help: 'Have old events of finished orders leave Redis, once the archive has given them back; asks before',
    examples: ['trim --older-than 400d', 'trim --older-than 400d --yes --why routine'],
    options: [
      option(
        '--older-than <age>',
        'only events older than this, of orders in which nothing has happened since: 400d',
        age,
      ).makeOptionMandatory(),
    ],
    yes: 'do not ask',
    why: ['routine', 'memory', 'other'],
    run: trim,
  }),
];

/** How long a server may take to answer: a round that is on its way, and the next. */
const patienceMs = 60_000;

/** Has a server write the archive at once, and answers how far it is. Throws `OperatorError` when none does within a minute. */
async function writeArchive(context: Context) {
  const { redis, head } = await context.log();
  const { seq: wanted } = await head();
  const before = (await archiveState(redis))?.at ?? 0;
  await askForRound(redis);
  const until = performance.now() + patienceMs;
  for (;;) {
    const state = await archiveState(redis);
    if (state !== null && state.seq >= wanted && state.at > before) return state;
    if (performance.now() > until)
      throw new OperatorError(
        `No server has written the archive up to event ${wanted} within a minute; it ends with event ${state?.seq ?? 0}, as of ${isoTime(state?.at ?? null)}. Is a server running, with ARCHIVE_SECONDS above 0? Its log says why the archive cannot be written.`,
      );
    await delay(200, undefined, { signal: context.signal });
  }
}

/**
 * Lists the archive in the storage that this command was given. `lacks` names what a server has written and this storage does not hold: the command may have been
 * given another storage than the servers.
 */
async function readArchive(
  context: Context,
  { shop, seq, hash }: { shop: string; seq: number; hash: string },
) {
  const { segments } = await readChain(await context.objects(), shop);
  const end = segments.at(-1);
  const isThere = seq === 0 || (end !== undefined && (end.to > seq || end.hash === hash));
  const what =
    'a server has written them, and this storage does not give them: is OBJECTS_URL that of the servers here?';
  const lacks = isThere ? null : { from: Math.min((end?.to ?? 0) + 1, seq), to: seq, what };
  return { segments: segments.length, lacks };
}

/** For so long a bank may bring a payment back at most cards, counted from the parcel, with some days to spare (ms). */
const disputesMs = 180 * 86_400_000;

/**
 * Lets old events leave Redis that the archive gives back as they were. The user that may trim is named by REDIS_TRIM_URL; the servers never have it.
 */
async function trim(context: Context, { olderThan }: { olderThan: number }) {
  const { output, signal, shop } = context;
  const log = await context.log();
  const store = await context.store();
  const objects = await context.objects();
  const head = await log.head();
  const progress = context.progress();
  const limits = { olderThanMs: olderThan, signal, onSegment: (to: number) => progress(to, head.seq) };
  const { lacks } = await readArchive(context, { shop: head.shop, ...(await writeArchive(context)) });
  // The events would leave Redis for a storage that the servers do not read.
  if (lacks !== null)
    throw new OperatorError(`Nothing has left Redis. Events ${lacks.from} to ${lacks.to}: ${lacks.what}.`);
  const plan = await trimLog(store, objects, limits);
  if (plan.events === 0 || (output.json && !context.yes))
    return { value: { ...plan, done: false }, text: planLines(plan), ok: plan.held.by !== 'archive' };
  for (const line of planLines(plan)) output.line(line);
  if (olderThan < disputesMs)
    output.line(
      'Mind that a bank may bring a payment back for 180 days: such an order is then read from the archive.',
    );
  await context.confirm(`The events ${plan.from} to ${plan.to} will leave Redis.`);
  const trimmer = await openScan(shop.variables.REDIS_TRIM_URL ?? shop.redisUrl, 'karigar-trim', { signal });
  try {
    const done = await trimLog(store, objects, { ...limits, upTo: plan.to }, trimmer.client);
    const { from, to, events, bytes, held } = done;
    return {
      value: { ...done, done: true },
      text: [
        `${events} events have left Redis: the log there begins with event ${to + 1} now.`,
        heldText(held),
      ],
      note: { from, to, events, bytes },
      ok: held.by !== 'archive',
    };
  } catch (error) {
    if (/\bNOPERM\b|user executing the script can't/.test(String(error)))
      throw new OperatorError(
        'This Redis user may not trim the log. Set REDIS_TRIM_URL to the address with the one that may, for this command alone: see GOING-LIVE.md, 1.',
      );
    if (!signal.aborted) throw error;
    throw new OperatorError('What has left stands in the archive: start the same command again to go on.');
  } finally {
    await trimmer.close();
  }
}

const planLines = ({ from, to, events, ts, bytes, held }: Trim): string[] => [
  events === 0
    ? 'No event can leave Redis.'
    : `${events} events, ${from} to ${to}, the last of ${isoTime(ts)}, can leave Redis: about ${readableBytes(bytes)}. Each was read back from the archive and checked.`,
  heldText(held),
];

/** What an operator does about events that stay. */
const remedies: Partial<Record<HeldBack['by'], string>> = {
  plan: ' Start the same command again.',
  archiver: ' npm run orders -- archive has it written at once.',
  archive: ' See the handbook, 18.',
};

/** Says what keeps the events behind the border, and what to do about it. */
function heldText({ from, by, why, order }: HeldBack): string {
  const remedy = order === undefined ? remedies[by] : ` npm run orders -- show ${order}`;
  return `From event ${from} on all stay: ${why}.${remedy ?? ''}`;
}
