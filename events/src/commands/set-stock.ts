import { append } from '../log/append.ts';
import { stockScope } from '../log/generation-keys.ts';
import type { GenerationReader } from '../log/generation-reader.ts';
import { projectStock } from '../model/project.ts';
import type { StockEvent } from '../orders/order-event.ts';
import { type Origin, persist, settle } from './attempt.ts';

/** Sets what is available of a tool, or adds to it. */
export type SetStockCommand = Origin & { readonly toolId: string } & (
    | { readonly set: number }
    | { readonly add: number }
  );

/**
 * Sets what is available of a tool, or adds to it, as an event. Adding is an event of its own and not "set to old plus n",
 * because customers may buy in between; so neither needs an expected version.
 */
export function setStock(reader: GenerationReader, command: SetStockCommand): Promise<{ available: number }> {
  const event: StockEvent =
    'set' in command
      ? { type: 'stock.set', data: { available: command.set } }
      : { type: 'stock.added', data: { quantity: command.add } };
  return persist(reader, async (keys) => {
    const answer = settle(
      await append(reader.client, keys, {
        scope: stockScope(command.toolId),
        subject: command.toolId,
        event,
        actor: command.actor,
        correlationId: command.correlationId,
        requestHash: '',
        guards: {},
        patch: projectStock(event),
      }),
      0,
    );
    return answer.kind === 'again' ? { again: answer.again } : { done: { available: answer.available } };
  });
}
