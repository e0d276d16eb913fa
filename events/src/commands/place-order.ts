import { append } from '../log/append.ts';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { orderIdFor, recordKeys } from '../log/record-keys.ts';
import { decodeTool, type ToolRecord } from '../log/tool-record.ts';
import type { PlaceCommand } from '../order-log.ts';
import { decide } from '../orders/decide.ts';
import { isDeleted, type OrderDocument } from '../orders/order-document.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import { initialState } from '../orders/order-state.ts';
import { OrderRejectedError } from '../orders/rejection.ts';
import { decodeRecord, toDocument } from '../projection/order-record.ts';
import { projectOrder } from '../projection/project.ts';
import { foldStep } from './fold-step.ts';
import { type Attempt, persist, settle } from './persist.ts';

/** The order that a place command led to; `repeated` when it was there already. */
export interface Placed {
  readonly order: OrderDocument;
  readonly repeated: boolean;
}

/**
 * Places an order and reserves its stock in one atomic step. One read brings the order that this person and key may have
 * made before, and the tool. If the order is there, it is the answer and the rules are not asked, so a retry after a
 * lost answer never hears "sold out" about its own order.
 */
export function placeOrder(reader: GenerationReader, command: PlaceCommand): Promise<Placed> {
  const orderId = orderIdFor(command.uid, command.idempotencyKey);
  return persist(reader, async (keys) => {
    const found = await reader.read(keys, [
      readOf('GET', keys.order(orderId)),
      readOf('GET', recordKeys.tool(command.toolId)),
    ]);
    if (found === 'moved') return { again: 'generation' };
    const [order, tool] = found as [string | null, string | null];
    if (order !== null) return { done: repeatOf(orderId, order, command.requestHash) };
    const offered = tool === null ? null : decodeTool(tool);
    return appendCreated(reader, keys, orderId, command, offered?.deleted === true ? null : offered);
  });
}

function repeatOf(orderId: string, stored: string, requestHash: string): Placed {
  const record = decodeRecord(stored);
  if (record.requestHash !== requestHash) throw new OrderRejectedError('KEY_REUSED');
  const order = toDocument(orderId, record);
  if (order === null || isDeleted(order)) throw new OrderRejectedError('ORDER_GONE');
  return { order, repeated: true };
}

async function appendCreated(
  reader: GenerationReader,
  keys: GenerationKeys,
  orderId: string,
  command: PlaceCommand,
  tool: ToolRecord | null,
): Promise<Attempt<Placed>> {
  const decision = decide(
    {
      type: 'place-order',
      tool,
      quantity: command.quantity,
      unitPrice: command.unitPrice ?? null,
      email: command.email,
      uid: command.uid,
      name: command.name,
      address: command.address,
      city: command.city,
      zip: command.zip,
    },
    initialState(),
  );
  if (decision.outcome === 'rejected')
    throw new OrderRejectedError(decision.rejection.code, decision.rejection.details);
  if (decision.outcome === 'unchanged' || tool === null)
    throw new TypeError('A new order cannot be unchanged');
  const event: OrderEvent = decision.event;
  const { requestHash } = command;
  const { step, scope } = foldStep(orderId, { history: [], requestHash, state: initialState() }, event);
  const answer = settle(
    await append(reader.client, keys, {
      scope,
      subject: orderId,
      event,
      actor: command.actor,
      correlationId: command.correlationId,
      requestHash,
      guards: { expectedVersion: 0, toolRev: tool.rev, need: command.quantity },
      patch: projectOrder(step, event),
    }),
    tool.minOrderQuantity,
  );
  if (answer.kind === 'again') return { again: answer.again };
  const history = [{ seq: answer.seq, ts: answer.ts }];
  const order = toDocument(orderId, { history, requestHash, state: step.after });
  if (order === null || isDeleted(order)) throw new TypeError('A new order must be live');
  return { done: { order, repeated: false } };
}
