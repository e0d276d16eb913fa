import { stockScope } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { encodeTool, type ToolRecord } from '../log/tool-record.ts';
import { projectStock } from '../model/project.ts';
import type { StockEvent } from '../orders/order-event.ts';
import { appendUntilDecided, type Origin } from './append-until-decided.ts';

/**
 * Sets what is available of a tool, or adds to it. `tool` is the tool's next record, stored in the same step if its `rev` is
 * the one after the current: so a command that is sent twice is done once. Only setting may leave it out, because setting
 * twice does no harm.
 */
export type SetStockCommand = Origin & { readonly toolId: string } & (
    | { readonly set: number; readonly tool?: ToolRecord }
    | { readonly add: number; readonly tool: ToolRecord }
  );

/**
 * Sets what is available of a tool, or adds to it, as an event. Adding is an event of its own and not "set to old plus n",
 * because customers may buy in between. Throws `VERSION_CONFLICT` when the tool is not at the revision before `tool`, and
 * `TOOL_NOT_FOUND` when it is gone.
 */
export function setStock(store: Store, command: SetStockCommand): Promise<{ available: number }> {
  const { toolId: subject, actor, correlationId, tool } = command;
  const event: StockEvent =
    'set' in command
      ? { type: 'stock.set', data: { available: command.set } }
      : { type: 'stock.added', data: { quantity: command.add } };
  const about = { scope: stockScope(subject), subject, event, patch: projectStock(event) };
  const change =
    tool === undefined ? { guards: {} } : { guards: { toolRev: tool.rev - 1 }, tool: encodeTool(tool) };
  const append = { ...about, actor, correlationId, requestHash: '', ...change };
  return appendUntilDecided(store, async () => ({ append, answerOf: ({ available }) => ({ available }) }));
}
