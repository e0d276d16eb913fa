import { stockScope } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { encodeTool, type ToolRecord } from '../log/tool-record.ts';
import { projectStock } from '../model/project.ts';
import type { StockEvent } from '../orders/order-event.ts';
import type { RemovalReason } from '../orders/reasons.ts';
import { OrderRejectedError } from '../orders/rejection.ts';
import { appendUntilDecided, type Origin } from './append-until-decided.ts';

/**
 * Sets what is available of a tool, adds to it, or takes pieces away. `tool` is the tool's next record, stored in the same step if its `rev` is
 * the one after the current: so a command that is sent twice is done once. Only setting may leave it out, because setting
 * twice does no harm.
 */
export type SetStockCommand = Origin & { readonly toolId: string } & (
    | { readonly set: number; readonly tool?: ToolRecord }
    | { readonly add: number; readonly tool: ToolRecord }
    | { readonly remove: number; readonly reason: RemovalReason; readonly tool: ToolRecord }
  );

/**
 * Sets what is available of a tool, adds to it, or takes pieces away, as an event. Adding and taking away are events of their own
 * and not "set to old plus n", because customers may buy in between. Throws `VERSION_CONFLICT` when the tool is not at the revision
 * before `tool`, `TOOL_NOT_FOUND` when it is gone, and `OUT_OF_STOCK` when fewer pieces are there than shall be taken away.
 */
export function setStock(store: Store, command: SetStockCommand): Promise<{ available: number }> {
  const { toolId: subject, actor, correlationId, tool } = command;
  const event = eventOf(command);
  const about = { scope: stockScope(subject), subject, event, patch: projectStock(event) };
  const need = event.type === 'stock.removed' ? { need: event.data.quantity } : {};
  const change =
    tool === undefined
      ? { guards: need }
      : { guards: { toolRev: tool.rev - 1, ...need }, tool: encodeTool(tool) };
  const append = { ...about, actor, correlationId, requestHash: '', ...change };
  return appendUntilDecided(store, async () => ({
    append,
    answerOf: ({ available }) => ({ available }),
    outOfStock: (available) => new OrderRejectedError('OUT_OF_STOCK', { available, minimum: 1 }),
  }));
}

function eventOf(command: SetStockCommand): StockEvent {
  if ('set' in command) return { type: 'stock.set', data: { available: command.set } };
  if ('add' in command) return { type: 'stock.added', data: { quantity: command.add } };
  return { type: 'stock.removed', data: { quantity: command.remove, reason: command.reason } };
}
