import { highestEpoch, rebuild as rebuildLog } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';

/** `rebuild`: new read models from the log, while the shop is open. `shop` is its id, for a log whose head was lost. */
export async function rebuild(context: CommandContext, options: { shop?: string }): Promise<number> {
  const { output } = context;
  const progress = output.progress('rebuild', 'events');
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1_000;
  let seconds = Number.NaN;
  let inUse: number | null = null;
  let noted = true;
  try {
    const result = await rebuildLog(await context.store(), {
      signal: context.signal,
      shop: options.shop,
      knownEpoch: options.shop === undefined ? 0 : await highestEpoch(await context.objects(), options.shop),
      onStep: async (step) => {
        if (step.step === 'batch') progress.update(step.seq, step.head);
        if (step.step === 'begun' && step.resumed) output.line(`Going on with generation ${step.gen}.`);
        if (step.step === 'swapped') {
          seconds = secondsSoFar();
          inUse = step.gen;
          // Before the old generation is removed, because that may be stopped.
          const detail = { gen: step.gen, seq: step.seq, seconds: Math.round(seconds) };
          noted = await recordNote(context, 'rebuild', detail);
          output.line(`Generation ${step.gen} is in use. The one before is removed now.`);
        }
      },
    });
    const cleanUpSeconds = secondsSoFar() - seconds;
    output.result({ ...result, seconds, cleanUpSeconds }, () => {
      output.line(
        `Rebuilt ${result.seq} events in ${seconds.toFixed(1)} s; writers were held back for ${result.fencedMs.toFixed(0)} ms.`,
      );
      output.line(`The old read models were removed ${cleanUpSeconds.toFixed(1)} s later.`);
    });
    return noted ? 0 : 1;
  } catch (error) {
    if (inUse === null || !context.signal.aborted) throw error;
    throw new OperatorError(
      `Generation ${inUse} stays in use. What is left of the one before is removed by the next rebuild.`,
    );
  } finally {
    progress.stop();
  }
}
