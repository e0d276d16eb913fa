import { append } from '../log/append.ts';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { orderIdFor, recordKeys } from '../log/record-keys.ts';
import { decodeTool, type ToolRecord } from '../log/tool-record.ts';
import { foldStep } from '../model/fold-step.ts';
import { decodeRecord, toDocument } from '../model/order-record.ts';
import { projectOrder } from '../model/project.ts';
import { type Decision, decide } from '../orders/decide.ts';
import { isDeleted, type OrderDocument } from '../orders/order-document.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import { initialState } from '../orders/order-state.ts';
import { OrderRejectedError } from '../orders/rejection.ts';
import { type Attempt, type Origin, persist, settle } from './attempt.ts';
import type { ToolMemory } from './tool-memory.ts';

/** Asks for a new order. `requestHash` tells a repeat from another request under the same key. */
export interface PlaceCommand extends Origin {
  readonly uid: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly email: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly toolId: string;
  readonly quantity: number;
  /** The price that the person saw (whole dollars); absent means today's. */
  readonly unitPrice?: number | undefined;
}

/** The order that a place command led to; `repeated` when it was there already. */
export interface Placed {
  readonly order: OrderDocument;
  readonly repeated: boolean;
}

/**
 * Places an order and reserves its stock in one atomic step. A tool that this process has seen is sold in a single round trip:
 * the script refuses when the tool has changed, or when this person and key made an order before. Only then one read
 * brings both. If the order is there, it is the answer and the rules are not asked, so a retry after a lost answer never
 * hears "sold out" about its own order.
 */
export function placeOrder(
  reader: GenerationReader,
  memory: ToolMemory,
  command: PlaceCommand,
): Promise<Placed> {
  const { toolId } = command;
  const orderId = orderIdFor(command.uid, command.idempotencyKey);
  let remembered = memory.recall(toolId);
  return persist(reader, async (keys) => {
    if (remembered !== undefined) {
      const hoped = await placeUnread(reader, keys, orderId, command, remembered);
      remembered = undefined;
      if (hoped !== null) return hoped;
    }
    const found = await reader.read(keys, [
      readOf('GET', keys.order(orderId)),
      readOf('GET', recordKeys.tool(toolId)),
    ]);
    if (found === 'moved') return { again: 'generation' };
    const [order, stored] = found as [string | null, string | null];
    if (order !== null) return { done: repeatOf(orderId, order, command.requestHash) };
    const offered = stored === null ? null : decodeTool(stored);
    const tool = offered?.deleted === true ? null : offered;
    memory.note(toolId, tool);
    return appendCreated(reader, keys, orderId, command, tool);
  });
}

/** Sells a tool as it was seen last; null when anything speaks against it, and the tool and the order have to be read. */
async function placeUnread(
  reader: GenerationReader,
  keys: GenerationKeys,
  orderId: string,
  command: PlaceCommand,
  tool: ToolRecord,
): Promise<Attempt<Placed> | null> {
  if (decidePlace(command, tool).outcome !== 'event') return null;
  const attempt = await appendCreated(reader, keys, orderId, command, tool);
  return 'again' in attempt && attempt.again !== 'fence' ? null : attempt;
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
  const decision = decidePlace(command, tool);
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

function decidePlace(command: PlaceCommand, tool: ToolRecord | null): Decision {
  return decide(
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
}
