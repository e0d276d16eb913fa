import { stockScope } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { projectStock } from '../model/project.ts';
import type { StockEvent } from '../orders/order-event.ts';
import { appendUntilDecided, type Origin } from './append-until-decided.ts';

/** Sets what is available of a tool, or adds to it. */
export type SetStockCommand = Origin & { readonly toolId: string } & (
    | { readonly set: number }
    | { readonly add: number }
  );

/**
 * Sets what is available of a tool, or adds to it, as an event. Adding is an event of its own and not "set to old plus n",
 * because customers may buy in between; so neither needs an expected version.
 */
export function setStock(store: Store, command: SetStockCommand): Promise<{ available: number }> {
  const { toolId: subject, actor, correlationId } = command;
  const event: StockEvent =
    'set' in command
      ? { type: 'stock.set', data: { available: command.set } }
      : { type: 'stock.added', data: { quantity: command.add } };
  const about = { scope: stockScope(subject), subject, event, patch: projectStock(event) };
  const append = { ...about, actor, correlationId, requestHash: '', guards: {} };
  return appendUntilDecided(store, async () => ({ append, answerOf: ({ available }) => ({ available }) }));
}
