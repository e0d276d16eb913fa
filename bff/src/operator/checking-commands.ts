import { randomUUID } from 'node:crypto';
import {
  findImpossible,
  highestEpoch,
  readChain,
  rebuild,
  type Verification,
  verify,
  voidReasons,
} from '@karigar/events';
import { hasRecords } from '../erasure/open-erasure.ts';
import { option, shopOption, wholeNumber } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { storageAt } from './restore-commands.ts';
import { type Context, command } from './run-command.ts';
import { keysThere } from './shop-settings.ts';

type Difference = Verification['differences'][number];

/** Commands that check the log and its read models and put them right. */
export const checkingCommands = [
  command({
    usage: 'verify',
    help: 'Check the hash chain, every order, index, total and the stock against the log, as this release stores them',
    example: 'verify --against /safe/karigar',
    options: [
      option('--against <address>', 'also check that every event of this older export is there, unchanged'),
    ],
    records: 'always',
    run: verifyShop,
  }),
  command({
    usage: 'rebuild',
    help: 'Rebuild the read models while the shop is open',
    example: 'rebuild --why release',
    options: [shopOption],
    records: 'always',
    run: rebuildNow,
  }),
  command({
    usage: 'void <seq>',
    help: 'Declare an event void that contradicts the events before it',
    example: 'void 1204 --why placed-twice',
    records: 'with-yes',
    reasons: voidReasons,
    run: voidEvent,
  }),
];

/** Compares the whole log with the read models, with who is erased, and with the end of an older export. Throws `OperatorError` where there is none at its address. */
async function verifyShop(context: Context, { against: address }: { against?: string }) {
  // Before anything is read: a Redis without a whole log is named by what it lacks.
  const log = await context.log();
  let against: { seq: number; hash: string } | undefined;
  if (address !== undefined) {
    const shop = await log.shop();
    const end = (await readChain(storageAt(context, address), shop)).segments.at(-1);
    if (end === undefined) throw new OperatorError(`${address} holds no archive of the shop ${shop}.`);
    against = { seq: end.to, hash: end.hash };
  }
  const { signal, progress: onProgress } = context;
  const store = await context.store();
  const found = await verify(store, { signal, against, onProgress });
  const forgotten = await forgottenErasures(context);
  const { seq, orders, gen, code, hash, uncompared } = found;
  const differences = [...forgotten, ...found.differences];
  const count = forgotten.length + found.count;
  const newCode = store.projection.code;
  const isInUse = code === newCode;
  return {
    value: { ...found, newCode, differences, count },
    text: [
      ...differences.slice(0, shownDifferences).map(differenceLine),
      count > shownDifferences && `… and ${count - shownDifferences} more (--json shows a thousand)`,
      uncompared > 0 &&
        `${uncompared} orders changed during each comparison. Verify again when the shop is less busy.`,
      `Verified ${seq} events and ${orders} orders of generation ${gen}.`,
      !isInUse && `In use is projection ${code}; this release and SHOP_TIME_ZONE make ${newCode}.`,
      `Head ${hash}`,
      count === 0 ? 'No difference.' : `${count} differences. ${advice({ ...found, differences })}`,
    ],
    // What another release would store is no state of the shop.
    note: isInUse ? { seq, differences: count } : undefined,
    ok: count === 0,
  };
}

const shownDifferences = 50;

const differenceLine = ({ kind, seq, subject, message }: Difference): string =>
  `${kind.toUpperCase().padEnd(8)} ${seq === null ? '' : `event ${seq} `}${subject}: ${message}`;

/** Says what to do about differences. */
function advice({ differences, impossible }: Pick<Verification, 'differences' | 'impossible'>): string {
  const ofLog = differences.filter(({ kind }) => kind === 'log');
  const isCut = differences.some(({ kind }) => kind === 'manifest');
  const [first] = impossible;
  if (first !== undefined && !isCut && ofLog.every(({ seq }) => impossible.includes(seq ?? 0)))
    return `The log holds an impossible event, so rebuild and export refuse it: npm run orders -- void ${first} --why impossible, then rebuild (see the handbook, 17).`;
  if (ofLog.some(({ subject }) => subject === 'archive'))
    return 'The archive is damaged, and the events named LOG are gone from Redis: see the handbook, 18.';
  if (isCut || ofLog.length > 0)
    return 'The log itself is damaged: stop writing, keep this store as it is, and restore a backup (see the handbook, 17).';
  return differences.every(({ kind }) => kind === 'erased')
    ? 'A server repairs this at its start or within a minute. The handbook, 10, says what may delay it.'
    : 'The log is sound, the read models are not: npm run orders -- rebuild';
}

/**
 * Finds who is erased by the list of the key store, which outlives every log, and not by this log, as after the import of a backup from
 * before; and the other way round; and whose records are left. Finds nothing where the folder of the keys does not exist.
 */
async function forgottenErasures(context: Context): Promise<Difference[]> {
  const keys = keysThere(context.shop);
  if (!keys.areThere()) return [];
  const log = await context.log();
  const inLog = new Set(await log.erasedPersons());
  const inList = new Set((await keys.erased()).map(({ uid }) => uid));
  const found: Difference[] = [];
  const add = (subject: string, message: string) =>
    found.push({ kind: 'erased', seq: null, subject, message });
  for (const uid of inList) if (!inLog.has(uid)) add(uid, 'is erased, but not in this log');
  for (const uid of inLog) {
    if (!inList.has(uid)) add(uid, 'is erased in the log, but the key is not destroyed');
    if (await hasRecords(log, uid)) add(uid, 'is erased, but records of them are left');
  }
  return found;
}

/** Makes new read models while the shop is open. `shop` is its id, for a log whose head was lost. */
async function rebuildNow(context: Context, { shop }: { shop?: string }) {
  const { output, signal, progress } = context;
  const started = performance.now();
  const { gen, seq } = await rebuild(await context.store(), {
    signal,
    shop,
    knownEpoch: shop === undefined ? 0 : await highestEpoch(await context.objects(), shop),
    onStep: async (step) => {
      if (step.step === 'batch') progress(step.seq, step.head);
      if (step.step !== 'swapped') return;
      // Before the old generation is removed, because that may be stopped.
      await context.note({ gen: step.gen, seq: step.seq });
      output.line(`Generation ${step.gen} is in use. The one before is removed now.`);
    },
  });
  const seconds = (performance.now() - started) / 1_000;
  return {
    value: { gen, seq, seconds },
    text: [`Rebuilt ${seq} events in ${seconds.toFixed(1)} s. The old read models are removed.`],
  };
}

/** Declares an event void that cannot have happened. Any other event is refused: what fits the history before it is a fact. */
async function voidEvent(context: Context, options: { seq: string }) {
  const seq = wholeNumber(options.seq);
  const log = await context.log();
  const { seq: head } = await log.head();
  const { events } = await context.store();
  const { list: impossible } = await findImpossible(events, context.signal, (done) =>
    context.progress(done, head),
  );
  const event = impossible.find((one) => one.seq === seq);
  if (event === undefined) {
    const others = impossible.map((one) => one.seq).join(', ') || 'none';
    throw new OperatorError(
      `Event ${seq} cannot be declared void: it fits the history before it, is void already, or is not there. Only these can be declared void: ${others}.`,
    );
  }
  const { subject, message } = event;
  if (!context.yes)
    return {
      value: { seq, subject },
      text: [`Event ${seq} of ${subject} (${message}) would not count any more.`],
      waits: true,
    };
  const { seq: declaredBy } = await log.voidEvent({
    seq,
    subject,
    reason: context.why as (typeof voidReasons)[number],
    actor: context.who,
    correlationId: `void-${randomUUID()}`,
  });
  const value = { seq, subject, declaredBy };
  return {
    value,
    text: [
      `Event ${declaredBy} declares event ${seq} of ${subject} void. The read models follow with: npm run orders -- rebuild`,
    ],
    note: value,
  };
}
