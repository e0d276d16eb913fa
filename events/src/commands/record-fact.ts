import type { Store } from '../log/generation-reader.ts';
import { readHead } from '../log/store-head.ts';
import { encodeTool, type ToolRecord } from '../log/tool-record.ts';
import { projectErasure, projectStock } from '../model/project.ts';
import { isOrderRejected, OrderRejectedError } from '../orders/decision.ts';
import type { ShopEvent, StockEvent } from '../orders/order-event.ts';
import type { RemovalReason, VoidReason } from '../orders/reasons.ts';
import { appendUntilDecided, type Origin } from './append-until-decided.ts';

/** What an append says of a fact that belongs to no order. */
const factBy = <E extends ShopEvent>({ actor, correlationId }: Origin, subject: string, event: E) => ({
  actor,
  correlationId,
  subject,
  event,
  requestHash: '',
  guards: {},
});

/**
 * Sets what is available of a tool, adds to it, or takes pieces away. `tool` is the tool's next record, stored in the same step if its `rev` is
 * the one after the current: so a command that is sent twice is done once. Only setting may leave it out, because setting
 * twice does no harm.
 */
export type SetStockCommand = Origin & { toolId: string } & (
    | { set: number; tool?: ToolRecord }
    | { add: number; tool: ToolRecord }
    | { remove: number; reason: RemovalReason; tool: ToolRecord }
  );

/**
 * Sets what is available of a tool, adds to it, or takes pieces away, as an event. Adding and taking away are events of their own
 * and not "set to old plus n", because customers may buy in between. Throws `VERSION_CONFLICT` when the tool is not at the revision
 * before `tool`, `TOOL_NOT_FOUND` when it is gone, and `OUT_OF_STOCK` when fewer pieces are there than shall be taken away.
 */
export function setStock(store: Store, command: SetStockCommand): Promise<{ available: number }> {
  const { toolId, tool } = command;
  const event: StockEvent =
    'set' in command
      ? { type: 'stock.set', data: { available: command.set } }
      : 'add' in command
        ? { type: 'stock.added', data: { quantity: command.add } }
        : { type: 'stock.removed', data: { quantity: command.remove, reason: command.reason } };
  const append = {
    ...factBy(command, toolId, event),
    patch: projectStock(event, toolId),
    guards: {
      ...('remove' in command && { need: command.remove }),
      ...(tool !== undefined && { toolRev: tool.rev - 1 }),
    },
    ...(tool !== undefined && { tool: encodeTool(tool) }),
  };
  return appendUntilDecided(store, async () => ({
    append,
    answerOf: ({ available }) => ({ available }),
    outOfStock: (available) => new OrderRejectedError('OUT_OF_STOCK', { available, minimum: 1 }),
  }));
}

/** Declares that an account is erased. */
export interface EraseCommand extends Origin {
  uid: string;
}

/**
 * Appends that a person is erased, once: `changed` is false when the log says so already. From then on no order of theirs is taken.
 * Throws ORDERS_OPEN while an order of theirs is unpaid, or paid and not shipped; that is judged at the moment of writing.
 */
export async function erasePerson(store: Store, command: EraseCommand): Promise<{ changed: boolean }> {
  const { uid } = command;
  const fact = factBy(command, uid, { type: 'person.erased', data: {} });
  const append = { ...fact, patch: projectErasure(uid) };
  try {
    return await appendUntilDecided(store, async () => ({ append, answerOf: () => ({ changed: true }) }));
  } catch (error) {
    if (isOrderRejected(error, 'PERSON_ERASED')) return { changed: false };
    throw error;
  }
}

/** Declares the event at `seq`, which is about `subject`, void. */
export interface VoidCommand extends Origin {
  seq: number;
  subject: string;
  reason: VoidReason;
}

/**
 * Declares an event void, as an event. It changes no read model, so a generation of any code takes it: a release that cannot
 * rebuild because of the event could not write otherwise. Throws `StoreClosedError` while a backup is being restored.
 */
export function voidEvent(store: Store, command: VoidCommand): Promise<{ seq: number }> {
  const { seq, subject, reason } = command;
  const fact = factBy(command, subject, { type: 'event.voided', data: { seq, reason } });
  return appendUntilDecided(store, async () => ({
    append: { ...fact, code: (await readHead(store.client)).code, patch: { sets: {} } },
    answerOf: (written) => ({ seq: written.seq }),
  }));
}
