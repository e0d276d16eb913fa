import { setTimeout as delay } from 'node:timers/promises';
import { type HeldBack, mendArchive, openScan, readChain, trimLog } from '@karigar/events';
import { archiveState, askForRound } from '../archive/archive-state.ts';
import { age, option } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime, readableBytes } from './output.ts';
import { type Context, command } from './run-command.ts';

/** Commands for the archive that the servers write. */
export const archiveCommands = [
  command({
    usage: 'archive',
    help: 'Have a server write the archive at once; mends what it can, says where it ends and what is wrong with it',
    example: 'archive --check',
    options: [option('--check', 'read every segment back, however long that takes', undefined, false)],
    async run(context, { check: contents }: { check: boolean }) {
      const { signal } = context;
      const state = await writeArchive(context);
      const found = await mendArchive(await context.store(), await context.objects(), { contents, signal });
      const { shop, segments, lacks } = await readArchive(context, state);
      const { mended } = found;
      const faults = [...found.faults, ...lacks];
      return {
        value: { ...state, shop, segments, mended, faults },
        text: [
          `The archive of the shop ${shop} ends with event ${state.seq}, ${state.hash}`,
          `${segments} segments; events and records are archived as of ${isoTime(state.at)}.`,
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
    usage: 'trim',
    help: 'Have old events of finished orders leave Redis, once the archive has given them back; asks before',
    example: 'trim --older-than 400d --yes --why memory',
    options: [
      option(
        '--older-than <age>',
        'only events older than this, of orders in which nothing has happened since: 400d',
        age,
      ).makeOptionMandatory(),
    ],
    yes: 'do not ask',
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
async function readArchive(context: Context, { seq, hash }: { seq: number; hash: string }) {
  const shop = await (await context.log()).shop();
  const { segments } = await readChain(await context.objects(), shop);
  const end = segments.at(-1);
  const isThere = seq === 0 || (end !== undefined && (end.to > seq || end.hash === hash));
  const what =
    'a server has written them, and this storage does not give them: is OBJECTS_URL that of the servers here?';
  const lacks = isThere ? [] : [{ from: Math.min((end?.to ?? 0) + 1, seq), to: seq, what }];
  return { shop, segments: segments.length, lacks };
}

/** For so long a bank may bring a payment back at most cards, counted from the parcel, with some days to spare (ms). */
const disputesMs = 180 * 86_400_000;

/**
 * Lets old events leave Redis that the archive gives back as they were. The user that may trim is named by REDIS_TRIM_URL; the servers never have it.
 */
async function trim(context: Context, { olderThan }: { olderThan: number }) {
  const { output, signal, shop } = context;
  const { seq: head } = await (await context.log()).head();
  const store = await context.store();
  const objects = await context.objects();
  const progress = context.progress();
  const limits = { olderThanMs: olderThan, signal, onSegment: (to: number) => progress(to, head) };
  const [lack] = (await readArchive(context, await writeArchive(context))).lacks;
  // The events would leave Redis for a storage that the servers do not read.
  if (lack !== undefined)
    throw new OperatorError(`Nothing has left Redis. Events ${lack.from} to ${lack.to}: ${lack.what}.`);
  const plan = await trimLog(store, objects, limits);
  const { from, to, events, ts, bytes, held } = plan;
  const lines = [
    events === 0
      ? 'No event can leave Redis.'
      : `${events} events, ${from} to ${to}, the last of ${isoTime(ts)}, can leave Redis: about ${readableBytes(bytes)}. Each was read back from the archive and checked.`,
    heldText(held),
  ];
  if (events === 0 || (output.json && !context.yes))
    return { value: { ...plan, done: false }, text: lines, ok: held.by !== 'archive' };
  if (olderThan < disputesMs)
    lines.push(
      'Mind that a bank may bring a payment back for 180 days: such an order is then read from the archive.',
    );
  for (const line of lines) output.line(line);
  await context.confirm(`The events ${from} to ${to} will leave Redis.`);
  const trimmer = await openScan(shop.variables.REDIS_TRIM_URL ?? shop.redisUrl, 'karigar-trim', { signal });
  try {
    const done = await trimLog(store, objects, { ...limits, upTo: to }, trimmer.client);
    return {
      value: { ...done, done: true },
      text: [
        `${done.events} events have left Redis: the log there begins with event ${done.to + 1} now.`,
        heldText(done.held),
      ],
      note: { from: done.from, to: done.to, events: done.events, bytes: done.bytes },
      ok: done.held.by !== 'archive',
    };
  } catch (error) {
    if (/\bNOPERM\b|user executing the script can't/.test(String(error)))
      throw new OperatorError(
        'This Redis user may not trim the log. Set REDIS_TRIM_URL to the address with the one that may, for this command alone: see GOING-LIVE.md, 1.',
      );
    throw error;
  } finally {
    await trimmer.close();
  }
}

/** What an operator does about events that stay. */
const remedies: Partial<Record<HeldBack['by'], string>> = {
  plan: ' Start the same command again.',
  archiver: ' npm run orders -- archive has it written at once.',
  archive: ' See the handbook, 18.',
};

/** Says what keeps the events behind the border, and what to do about it. */
const heldText = ({ from, by, why, order }: HeldBack): string =>
  `From event ${from} on all stay: ${why}.${order === undefined ? (remedies[by] ?? '') : ` npm run orders -- show ${order}`}`;
