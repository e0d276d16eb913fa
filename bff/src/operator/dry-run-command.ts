import { dryRun as tryRebuild } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { printDifferences } from './difference-lines.ts';

/**
 * `rebuild --dry-run`: what this release's projection would make of the log, compared with the read models in use. Changes nothing.
 */
export async function dryRun(context: CommandContext): Promise<number> {
  const { output, signal } = context;
  const { seq: head } = await (await context.log()).head();
  const progress = output.progress('dry run', 'events');
  const found = await tryRebuild(await context.scan(), {
    signal,
    past: context.past,
    onProgress: (seq) => progress.update(seq, Math.max(seq, head)),
  }).finally(() => progress.stop());
  const { seq, orders, gen, usedCode, code, count, differences } = found;
  const stops = differences.filter(({ kind }) => kind === 'log').length;
  output.result(found, () => {
    printDifferences(found, output);
    output.line(
      `Folded ${seq} events and ${orders} orders by projection ${code}; in use is generation ${gen} of projection ${usedCode}.`,
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
