import {
  type LogEnd,
  projectionCode,
  readChain,
  type Verification,
  verify as verifyLog,
} from '@karigar/events';
import { archivedShop } from './archived-shop.ts';
import type { CommandContext } from './command-context.ts';
import { printDifferences } from './difference-lines.ts';
import { erasuresAdvice, forgottenErasures } from './forgotten-erasures.ts';
import { OperatorError } from './operator-error.ts';
import type { Output } from './output.ts';
import { recordNote } from './record-note.ts';

/** `verify`: log, read models, totals and stock; with an older export as a witness. */
export async function verify(context: CommandContext, options: { against?: string }): Promise<number> {
  const { output } = context;
  const against = options.against === undefined ? undefined : await endOf(context, options.against);
  const found = await compared(context, 'verify', against);
  const forgotten = await forgottenErasures(context);
  printFound(found, output);
  printDifferences({ differences: forgotten, count: forgotten.length }, output);
  if (forgotten.length > 0) output.line(erasuresAdvice);
  const detail = { seq: found.seq, differences: found.count + forgotten.length };
  const noted = await recordNote(context, 'verify', detail);
  output.result({ ...found, forgotten }, () => undefined);
  return detail.differences === 0 && noted ? 0 : 1;
}

/** Reads where the archive of this shop at an address ends. Throws `OperatorError` where there is none. */
async function endOf(context: CommandContext, address: string): Promise<LogEnd> {
  const shop = await (await context.log()).shop();
  const { objects } = await archivedShop(context.shop, { from: address, shop });
  const end = (await readChain(objects, shop)).segments.at(-1);
  if (end === undefined) throw new OperatorError(`${address} holds no archive of the shop ${shop}.`);
  return { seq: end.to, hash: end.hash };
}

/** `rebuild --dry-run`: what a rebuild with this release would make other than it is. Changes nothing. */
export async function dryRun(context: CommandContext): Promise<number> {
  const { output } = context;
  const found = await compared(context, 'dry run');
  const { seq, orders, gen, code, count, differences } = found;
  const stops = differences.filter(({ kind }) => kind === 'log').length;
  output.result({ ...found, newCode: projectionCode }, () => {
    printDifferences(found, output);
    output.line(
      `Folded ${seq} events and ${orders} orders by projection ${projectionCode}; in use is generation ${gen} of projection ${code}.`,
    );
    output.line(`Nothing was changed. ${outcome(count, stops)}`);
  });
  return count === 0 ? 0 : 1;
}

function outcome(count: number, stops: number): string {
  if (count === 0) return 'A rebuild would make the same read models.';
  if (stops === 0) {
    const differences = count === 1 ? 'the difference' : `the ${count} differences`;
    return `A rebuild would remove ${differences}: npm run orders -- rebuild`;
  }
  return `A rebuild would stop at ${stops === 1 ? 'the event' : `the ${stops} events`} named LOG; see the handbook, 17.`;
}

type Found = Verification & { readonly seconds: number };

/** Compares the whole log with the read models, showing how far it is. */
async function compared(context: CommandContext, name: string, against?: LogEnd): Promise<Found> {
  // Before anything is read: a Redis without a whole log is named by what it lacks.
  await context.log();
  const progress = context.output.progress(name, 'events');
  const started = performance.now();
  const found = await verifyLog(await context.store(), {
    signal: context.signal,
    against,
    onProgress: (seq, head) => progress.update(seq, head),
  }).finally(() => progress.stop());
  if (found.uncompared > 0)
    context.output.line(
      `${found.uncompared} orders were not compared, because they changed all the time: start it again when the shop is less busy.`,
    );
  return { ...found, seconds: (performance.now() - started) / 1_000 };
}

function printFound(found: Found, output: Output): void {
  printDifferences(found, output);
  output.line(
    `Verified ${found.seq} events and ${found.orders} orders of generation ${found.gen} in ${found.seconds.toFixed(1)} s.`,
  );
  output.line(`Head ${found.hash}`);
  output.line(found.count === 0 ? 'No difference.' : `${found.count} differences. ${advice(found)}`);
}

/** What to do. */
function advice({ differences, impossible }: Verification): string {
  const kinds = new Set(differences.map(({ kind }) => kind));
  const [first] = impossible;
  const ofLog = differences.filter(({ kind }) => kind === 'log');
  if (
    first !== undefined &&
    !kinds.has('manifest') &&
    ofLog.every(({ seq }) => impossible.includes(seq ?? 0))
  ) {
    return (
      'The log holds what cannot have happened, and no rebuild or export takes it: ' +
      `npm run orders -- void ${first} --why impossible, then rebuild (see the handbook, 17).`
    );
  }
  if (ofLog.some(({ subject }) => subject === 'archive'))
    return 'The archive is damaged, and the events named LOG are gone from Redis: see the handbook, 18.';
  return kinds.has('log') || kinds.has('manifest')
    ? 'The log itself is damaged: stop writing, keep this store as it is, and restore a backup (see the handbook, 17).'
    : 'The log is sound, the read models are not: npm run orders -- rebuild';
}
