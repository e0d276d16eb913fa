import { setTimeout as delay } from 'node:timers/promises';
import { type HeldBack, mendArchive, openScan, readChain, trimLog } from '@karigar/events';
import { archiveState, askForRound } from '../archive/archive-state.ts';
import { days, option } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime, megabytes } from './output.ts';
import { type Context, command } from './run-command.ts';

/** Commands for the archive that the servers write. */
export const archiveCommands = [
  command({
    usage: 'archive',
    help: 'Have a server write the archive at once; mends what it can, says where it ends and what is wrong with it',
    example: 'archive --check',
    options: [option('--check', 'read every segment back, however long that takes')],
    async run(context, { check: contents = false }: { check?: boolean }) {
      const { signal } = context;
      const state = await writeArchive(context);
      const found = await mendArchive(await context.store(), await context.objects(), { contents, signal });
      const { shop, segments } = await readArchive(context, state);
      const { mended, faults } = found;
      return {
        value: { ...state, shop, segments, mended, faults },
        text: [
          `The archive of the shop ${shop} ends with event ${state.seq}, ${state.hash}`,
          `${segments} segments; events and records are archived as of ${isoTime(state.at)}.`,
          ...mended.map(
            ({ from, to }) =>
              `Events ${from} to ${to} were missing or changed in the archive. They were written again from Redis.`,
          ),
          ...faults.map(({ from, to, what }) => `Events ${from} to ${to}: ${what}.`),
        ],
        ok: faults.length === 0,
      };
    },
  }),
  command({
    usage: 'trim',
    help: 'Remove old events of finished orders from Redis, after reading them back from the archive',
    example: 'trim --older-than 400d --yes --why memory',
    options: [
      option(
        '--older-than <age>',
        'only events older than this, of orders without newer events, such as 400d',
        days,
      ).makeOptionMandatory(),
    ],
    records: 'with-yes',
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
        `The archive ends with event ${state?.seq ?? 0}, as of ${isoTime(state?.at ?? null)}, and no server has written it on to event ${wanted} within a minute. Is one running, with ARCHIVE_SECONDS above 0? Its log says why.`,
      );
    await delay(200, undefined, { signal: context.signal });
  }
}

/**
 * Lists the archive in the storage that this command was given. Throws `OperatorError` when it does not hold what a server has written: the command may have been
 * given another storage than the servers.
 */
async function readArchive(context: Context, { seq, hash }: { seq: number; hash: string }) {
  const shop = await (await context.log()).shop();
  const { segments } = await readChain(await context.objects(), shop);
  const end = segments.at(-1);
  const { to = 0 } = end ?? {};
  if (to < seq || (to === seq && seq > 0 && end?.hash !== hash))
    throw new OperatorError(
      `A server has archived the events up to ${seq}, but this storage does not hold them. Set OBJECTS_URL to that of the servers.`,
    );
  return { shop, segments: segments.length };
}

/**
 * Lets old events leave Redis that the archive gives back as they were. The user that may trim is named by REDIS_TRIM_URL; the servers never have it.
 */
async function trim(context: Context, { olderThan }: { olderThan: number }) {
  const { signal, shop, yes } = context;
  const store = await context.store();
  const objects = await context.objects();
  const state = await writeArchive(context);
  // Else the events would leave Redis for a storage that the servers do not read.
  await readArchive(context, state);
  const trimmer = yes
    ? context.closing.adopt(
        await openScan(shop.variables.REDIS_TRIM_URL ?? shop.redisUrl, 'karigar-trim', { signal }),
        (opened) => opened.close(),
      )
    : null;
  const limits = {
    olderThanMs: olderThan,
    signal,
    onSegment: (to: number) => context.progress(to, state.seq),
  };
  const trimmed = await trimLog(store, objects, limits, trimmer?.client);
  const { from, to, events, ts, bytes, held } = trimmed;
  const isDone = yes && events > 0;
  const waits = !yes && events > 0;
  return {
    value: { ...trimmed, done: isDone },
    text: [
      events === 0
        ? 'No event can leave Redis.'
        : `${events} events, ${from} to ${to}, the last of ${isoTime(ts)}, ${yes ? 'have left' : 'can leave'} Redis: about ${megabytes(bytes)}.`,
      heldText(held),
    ],
    note: isDone ? { from, to, events, bytes } : undefined,
    ok: held.by !== 'archive',
    waits,
  };
}

/** What an operator does about events that stay. */
const remedies: Partial<Record<HeldBack['by'], string>> = {
  archiver: ' npm run orders -- archive has it written at once.',
  archive: ' See the handbook, 18.',
};

/** Says what keeps the events behind the border, and what to do about it. */
const heldText = ({ from, by, why, order }: HeldBack): string =>
  `From event ${from} on all stay: ${why}.${order === undefined ? (remedies[by] ?? '') : ` npm run orders -- show ${order}`}`;
