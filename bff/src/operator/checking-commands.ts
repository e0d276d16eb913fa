import { randomUUID } from 'node:crypto';
import {
  findImpossible,
  highestEpoch,
  type LogEnd,
  projectionCode,
  readChain,
  rebuild,
  type Verification,
  verify,
  voidReasons,
} from '@karigar/events';
import { sealNote } from '../personal/event-note.ts';
import { archivedShop } from './archived-shop.ts';
import { argument, option, shopId, wholeNumber } from './arguments.ts';
import { type Context, command } from './command.ts';
import { OperatorError } from './failure-text.ts';
import { forgottenErasures } from './forgotten-erasures.ts';
import { differenceLines } from './order-text.ts';

const next = 'The read models follow with: npm run orders -- rebuild';

/** Commands that check the log and its read models and put them right. */
export const checkingCommands = [
  command({
    name: 'verify',
    help: 'Check the hash chain, every order, index, total and the stock against the log',
    examples: ['verify', 'verify --against /safe/karigar'],
    options: [
      option(
        '--against <address>',
        'also check that nothing that this older export holds was cut or changed',
      ),
    ],
    why: ['routine', 'doubt', 'audit', 'other'],
    async run(context, options: { against?: string }) {
      const against = options.against === undefined ? undefined : await endOf(context, options.against);
      const found = await compared(context, against);
      const forgotten = await forgottenErasures(context);
      const differences = found.count + forgotten.length;
      return {
        value: { ...found, forgotten },
        text: [
          ...differenceLines(found),
          `Verified ${found.seq} events and ${found.orders} orders of generation ${found.gen} in ${found.seconds.toFixed(1)} s.`,
          `Head ${found.hash}`,
          found.count === 0 ? 'No difference.' : `${found.count} differences. ${advice(found)}`,
          ...differenceLines({ differences: forgotten, count: forgotten.length }),
          ...(forgotten.length > 0 ? [erasuresAdvice] : []),
        ],
        note: { seq: found.seq, differences },
        ok: differences === 0,
      };
    },
  }),
  command({
    name: 'rebuild',
    help: 'Build the read models anew while the shop is open',
    examples: ['rebuild --dry-run', 'rebuild --why release'],
    options: [
      option(
        '--dry-run',
        'only show what this release would make other than it is, and every event that cannot be taken',
      ),
      option('--shop <id>', 'the id of the shop, when the head of its log was lost', shopId),
    ],
    why: ['release', 'void-event', 'damaged', 'measurement', 'other'],
    run: (context, options: { dryRun?: boolean; shop?: string }) =>
      options.dryRun ? dryRun(context) : rebuildNow(context, options.shop),
  }),
  command({
    name: 'void',
    help: 'Declare an event void that does not fit the history before it, so that it counts no more',
    examples: [
      'void 1204 --why placed-twice',
      'void 1204 --why placed-twice --note "it was placed already by event 1180"',
    ],
    args: [argument('<seq>', 'its position in the log, as verify names it', wholeNumber)],
    options: [option('--note <text>', 'more, in your words: sealed for the person of the order')],
    yes: 'do not ask',
    why: voidReasons,
    needsWhy: true,
    run: voidEvent,
  }),
];

/** Reads where the archive of this shop at an address ends. Throws `OperatorError` where there is none. */
async function endOf(context: Context, address: string): Promise<LogEnd> {
  const shop = await (await context.log()).shop();
  const { objects } = await archivedShop(context.shop, { from: address, shop });
  const end = (await readChain(objects, shop)).segments.at(-1);
  if (end === undefined) throw new OperatorError(`${address} holds no archive of the shop ${shop}.`);
  return { seq: end.to, hash: end.hash };
}

/** Compares the whole log with the read models, and with a head that it must have. */
async function compared(context: Context, against?: LogEnd) {
  // Before anything is read: a Redis without a whole log is named by what it lacks.
  await context.log();
  const onProgress = context.progress();
  const started = performance.now();
  const found = await verify(await context.store(), { signal: context.signal, against, onProgress });
  if (found.uncompared > 0)
    context.output.line(
      `${found.uncompared} orders were not compared, because they changed all the time: start it again when the shop is less busy.`,
    );
  return { ...found, seconds: (performance.now() - started) / 1_000 };
}

const erasuresAdvice =
  'A server puts this right when it starts, or within a minute: see the handbook, 10, for what may keep it waiting.';

/** Says what to do about differences. */
function advice({ differences, impossible }: Verification): string {
  const kinds = new Set(differences.map(({ kind }) => kind));
  const ofLog = differences.filter(({ kind }) => kind === 'log');
  const [first] = impossible;
  if (
    first !== undefined &&
    !kinds.has('manifest') &&
    ofLog.every(({ seq }) => impossible.includes(seq ?? 0))
  )
    return `The log holds what cannot have happened, and no rebuild or export takes it: npm run orders -- void ${first} --why impossible, then rebuild (see the handbook, 17).`;
  if (ofLog.some(({ subject }) => subject === 'archive'))
    return 'The archive is damaged, and the events named LOG are gone from Redis: see the handbook, 18.';
  return kinds.has('log') || kinds.has('manifest')
    ? 'The log itself is damaged: stop writing, keep this store as it is, and restore a backup (see the handbook, 17).'
    : 'The log is sound, the read models are not: npm run orders -- rebuild';
}

/** Shows what a rebuild with this release would make other than it is. */
async function dryRun(context: Context) {
  const found = await compared(context);
  const { seq, orders, gen, code, count, differences } = found;
  const isStopped = differences.some(({ kind }) => kind === 'log');
  const outcome = isStopped
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
  const secondsSoFar = () => (performance.now() - started) / 1_000;
  let seconds = 0;
  let inUse: number | null = null;
  const result = await rebuild(await context.store(), {
    ...{ signal, shop },
    knownEpoch: shop === undefined ? 0 : await highestEpoch(await context.objects(), shop),
    onStep: async (step) => {
      if (step.step === 'batch') progress(step.seq, step.head);
      if (step.step === 'begun' && step.resumed) output.line(`Going on with generation ${step.gen}.`);
      if (step.step !== 'swapped') return;
      seconds = secondsSoFar();
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
  const cleanUpSeconds = secondsSoFar() - seconds;
  return {
    value: { ...result, seconds, cleanUpSeconds },
    text: [
      `Rebuilt ${result.seq} events in ${seconds.toFixed(1)} s; writers were held back for ${result.fencedMs.toFixed(0)} ms.`,
      `The old read models were removed ${cleanUpSeconds.toFixed(1)} s later.`,
    ],
  };
}

/** Declares an event void that cannot have happened. Any other event is refused: what fits the history before it is a fact. */
async function voidEvent(context: Context, { seq, note = '' }: { seq: number; note?: string }) {
  const { signal, who } = context;
  const log = await context.log();
  const { seq: head } = await log.head();
  const progress = context.progress();
  const { impossible, voided } = await findImpossible((await context.store()).events, signal, (done) =>
    progress(done, Math.max(done, head)),
  );
  if (voided.has(seq))
    return { value: { seq, declaredBy: null }, text: [`Event ${seq} is void already. ${next}`] };
  const event = impossible.find((one) => one.seq === seq);
  if (event === undefined) {
    const why =
      seq < 1 || seq > head
        ? `There is no event ${seq}: the log ends at event ${head}.`
        : `Event ${seq} fits the history before it, or cannot be read.`;
    const others = impossible.map((one) => one.seq).join(', ');
    throw new OperatorError(
      `${why} ${others === '' ? 'No event of this log can be declared void.' : `Only these can be declared void: ${others}.`}`,
    );
  }
  const { subject } = event;
  await context.confirm(`Event ${seq} of ${subject} (${event.message}) will not count any more.`);
  const { seq: declaredBy } = await log.voidEvent({
    ...{ seq, subject, reason: context.why as (typeof voidReasons)[number] },
    note: note.trim() === '' ? null : await sealedNote(context, subject, note),
    ...{ actor: who, correlationId: `void-${randomUUID()}` },
  });
  return {
    value: { seq, declaredBy },
    text: [`Event ${declaredBy} declares event ${seq} of ${subject} void. ${next}`],
    note: { seq, subject, declaredBy },
  };
}

async function sealedNote(context: Context, orderId: string, text: string): Promise<string> {
  const uid = (await (await context.log()).order(orderId))?.uid;
  if (uid === undefined)
    throw new OperatorError(
      `Nobody placed ${orderId}, so a note has no key to be sealed with: leave --note out.`,
    );
  return sealNote(await context.personal(), uid, orderId, text);
}
