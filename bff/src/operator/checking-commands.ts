import { randomUUID } from 'node:crypto';
import {
  findImpossible,
  highestEpoch,
  projectionCode,
  readChain,
  rebuild,
  type Verification,
  verify,
  voidReasons,
} from '@karigar/events';
import { option, shopOption, wholeNumber } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { forgottenErasures } from './forgotten-erasures.ts';
import { archivedShop } from './restore-commands.ts';
import { type Context, command } from './run-command.ts';

const next = 'The read models follow with: npm run orders -- rebuild';

/** Commands that check the log and its read models and put them right. */
export const checkingCommands = [
  command({
    usage: 'verify',
    help: 'Check the hash chain, every order, index, total and the stock against the log',
    example: 'verify --against /safe/karigar',
    options: [
      option(
        '--against <address>',
        'also check that nothing that this older export holds was cut or changed',
      ),
    ],
    async run(context, { against }: { against?: string }) {
      const found = await compare(context, against);
      const forgotten = await forgottenErasures(context);
      const differences = found.count + forgotten.length;
      return {
        value: { ...found, forgotten },
        text: [
          ...differenceLines(found),
          `Verified ${found.seq} events and ${found.orders} orders of generation ${found.gen}.`,
          `Head ${found.hash}`,
          found.count === 0 ? 'No difference.' : `${found.count} differences. ${advice(found)}`,
          ...differenceLines({ differences: forgotten, count: forgotten.length }),
          forgotten.length > 0 &&
            'A server puts this right when it starts, or within a minute: see the handbook, 10, for what may keep it waiting.',
        ],
        note: { seq: found.seq, differences },
        ok: differences === 0,
      };
    },
  }),
  command({
    usage: 'rebuild',
    help: 'Build the read models anew while the shop is open',
    example: 'rebuild --dry-run',
    options: [
      option(
        '--dry-run',
        'only show what this release would store otherwise, and every event that it cannot take',
      ),
      shopOption,
    ],
    run: (context, { dryRun, shop }: { dryRun?: boolean; shop?: string }) =>
      dryRun ? tryRebuild(context) : rebuildNow(context, shop),
  }),
  command({
    usage: 'void <seq>',
    help: 'Declare an event void that does not fit the history before it, so that it counts no more',
    example: 'void 1204 --why placed-twice',
    yes: 'do not ask',
    reasons: voidReasons,
    run: voidEvent,
  }),
];

/** Compares the whole log with the read models, and with the end of an older export. Throws `OperatorError` where there is none at its address. */
async function compare(context: Context, address?: string): Promise<Verification> {
  // Before anything is read: a Redis without a whole log is named by what it lacks.
  const log = await context.log();
  let against: { seq: number; hash: string } | undefined;
  if (address !== undefined) {
    const shop = await log.shop();
    const { objects } = await archivedShop(context, { address, shop });
    const end = (await readChain(objects, shop)).segments.at(-1);
    if (end === undefined) throw new OperatorError(`${address} holds no archive of the shop ${shop}.`);
    against = { seq: end.to, hash: end.hash };
  }
  const { output, signal } = context;
  const found = await verify(await context.store(), { signal, against, onProgress: context.progress() });
  if (found.uncompared > 0)
    output.line(
      `${found.uncompared} orders were not compared, because they changed all the time: start it again when the shop is less busy.`,
    );
  return found;
}

const shownDifferences = 50;

/** Differences, a line each, as many as a person would read. */
function differenceLines({ differences, count }: Pick<Verification, 'differences' | 'count'>): string[] {
  const lines = differences
    .slice(0, shownDifferences)
    .map(
      ({ kind, seq, subject, message }) =>
        `${kind.toUpperCase().padEnd(8)} ${seq === null ? '' : `event ${seq} `}${subject}: ${message}`,
    );
  if (count > shownDifferences)
    lines.push(`… and ${count - shownDifferences} more (--json shows a thousand)`);
  return lines;
}

/** Says what to do about differences. */
function advice({ differences, impossible }: Verification): string {
  const ofLog = differences.filter(({ kind }) => kind === 'log');
  const isCut = differences.some(({ kind }) => kind === 'manifest');
  const [first] = impossible;
  if (first !== undefined && !isCut && ofLog.every(({ seq }) => impossible.includes(seq ?? 0)))
    return `The log holds what cannot have happened, and no rebuild or export takes it: npm run orders -- void ${first} --why impossible, then rebuild (see the handbook, 17).`;
  if (ofLog.some(({ subject }) => subject === 'archive'))
    return 'The archive is damaged, and the events named LOG are gone from Redis: see the handbook, 18.';
  return isCut || ofLog.length > 0
    ? 'The log itself is damaged: stop writing, keep this store as it is, and restore a backup (see the handbook, 17).'
    : 'The log is sound, the read models are not: npm run orders -- rebuild';
}

/** Shows what a rebuild with this release would store otherwise. */
async function tryRebuild(context: Context) {
  const found = await compare(context);
  const { seq, orders, gen, code, count, differences } = found;
  const outcome = differences.some(({ kind }) => kind === 'log')
    ? 'A rebuild would stop at the events named LOG; see the handbook, 17.'
    : 'A rebuild would remove the differences: npm run orders -- rebuild';
  return {
    value: { ...found, newCode: projectionCode },
    text: [
      ...differenceLines(found),
      `Folded ${seq} events and ${orders} orders by projection ${projectionCode}; in use is generation ${gen} of projection ${code}.`,
      `Nothing was changed. ${count === 0 ? 'A rebuild would make the same read models.' : outcome}`,
    ],
    ok: count === 0,
  };
}

/** Makes new read models while the shop is open. `shop` is its id, for a log whose head was lost. */
async function rebuildNow(context: Context, shop: string | undefined) {
  const { output, signal } = context;
  const progress = context.progress();
  const started = performance.now();
  let seconds = 0;
  let inUse: number | null = null;
  const { seq, fencedMs } = await rebuild(await context.store(), {
    ...{ signal, shop },
    knownEpoch: shop === undefined ? 0 : await highestEpoch(await context.objects(), shop),
    onStep: async (step) => {
      if (step.step === 'batch') progress(step.seq, step.head);
      if (step.step === 'begun' && step.resumed) output.line(`Going on with generation ${step.gen}.`);
      if (step.step !== 'swapped') return;
      seconds = (performance.now() - started) / 1_000;
      inUse = step.gen;
      // Before the old generation is removed, because that may be stopped.
      await context.note({ gen: step.gen, seq: step.seq, seconds: Math.round(seconds) });
      output.line(`Generation ${step.gen} is in use. The one before is removed now.`);
    },
  }).catch((error: unknown) => {
    if (inUse === null || !signal.aborted) throw error;
    throw new OperatorError(
      `Generation ${inUse} stays in use. What is left of the one before is removed by the next rebuild.`,
    );
  });
  const held = `writers were held back for ${fencedMs.toFixed(0)} ms`;
  return {
    value: { gen: inUse, seq, fencedMs, seconds },
    text: [`Rebuilt ${seq} events in ${seconds.toFixed(1)} s; ${held}. The old read models are removed.`],
  };
}

/** Declares an event void that cannot have happened. Any other event is refused: what fits the history before it is a fact. */
async function voidEvent(context: Context, options: { seq: string }) {
  const seq = wholeNumber(options.seq);
  const log = await context.log();
  const { seq: head } = await log.head();
  const progress = context.progress();
  const { events } = await context.store();
  const { list: impossible, voided } = await findImpossible(events, context.signal, (done) =>
    progress(done, head),
  );
  if (voided.has(seq))
    return { value: { seq, declaredBy: null }, text: [`Event ${seq} is void already. ${next}`] };
  const event = impossible.find((one) => one.seq === seq);
  if (event === undefined) {
    const others = impossible.map((one) => one.seq).join(', ') || 'none';
    throw new OperatorError(
      `Event ${seq} cannot be declared void: it fits the history before it, cannot be read, or is not there (the log ends at event ${head}). Only these can be declared void: ${others}.`,
    );
  }
  const { subject } = event;
  await context.confirm(`Event ${seq} of ${subject} (${event.message}) will not count any more.`);
  const { seq: declaredBy } = await log.voidEvent({
    ...{ seq, subject, reason: context.why as (typeof voidReasons)[number] },
    ...{ actor: context.who, correlationId: `void-${randomUUID()}` },
  });
  return {
    value: { seq, declaredBy },
    text: [`Event ${declaredBy} declares event ${seq} of ${subject} void. ${next}`],
    note: { seq, subject, declaredBy },
  };
}
