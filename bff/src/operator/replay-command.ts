import { replayOrder } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';
import { eventLine, orderLines } from './order-text.ts';

/**
 * `replay`: folds one order from the whole log, asking no read model where its events are, and compares it with what is stored.
 * Changes nothing.
 */
export async function replay(context: CommandContext, orderId: string): Promise<number> {
  const { output, signal } = context;
  const { seq: head } = await (await context.log()).head();
  const progress = output.progress('replay', 'events');
  const result = await replayOrder(await context.store(), orderId, signal, (seq) =>
    progress.update(seq, Math.max(seq, head)),
  ).finally(() => progress.stop());
  if (result.events.length === 0 && result.difference === null) {
    throw new OperatorError(`No order ${orderId} is or was in this shop.`);
  }
  output.result(result, () => {
    for (const event of result.events) output.line(eventLine(event));
    output.line();
    if (result.folded !== null) for (const line of orderLines(result.folded)) output.line(line);
    output.line();
    for (const { seq, message } of result.impossible)
      output.line(
        `EVENT ${seq} DOES NOT FIT: ${message}. See the handbook, 17: npm run orders -- void ${seq}`,
      );
    if (result.difference === null) output.line('The read model agrees with the log.');
    else {
      output.line(`THE READ MODEL DIFFERS: ${result.difference}`);
      output.line('What to do: npm run orders -- rebuild');
    }
  });
  return result.difference === null && result.impossible.length === 0 ? 0 : 1;
}
