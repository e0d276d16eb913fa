import { readOf, type Store } from '../log/generation-reader.ts';
import { orderIdFor, redisKeys } from '../log/redis-keys.ts';
import { decodeTool, type ToolRecord } from '../log/tool-record.ts';
import type { OrderDocument } from '../model/order-record.ts';
import { decodeRecord, liveDocument, noRecord, type OrderRecord } from '../model/order-record.ts';
import { type Decision, decide } from '../orders/decide.ts';
import type { Buyer } from '../orders/order-command.ts';
import { initialState } from '../orders/order-state.ts';
import { OrderRejectedError } from '../orders/rejection.ts';
import { type AppendTurn, appendToOrder, appendUntilDecided, type Origin } from './append-until-decided.ts';
import type { ToolCache } from './tool-cache.ts';

/** Asks for a new order. `requestHash` tells a repeat from another request under the same key. */
export interface PlaceCommand extends Origin, Buyer {
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly toolId: string;
  readonly quantity: number;
  /** The price that the person saw (whole dollars); absent means the current price. */
  readonly unitPrice?: number | undefined;
}

/** The order that a place command led to; `repeated` when it was there already. */
export interface Placed {
  readonly order: OrderDocument;
  readonly repeated: boolean;
}

/**
 * Places an order and reserves its stock in one atomic step. A cached tool is sold in a single round trip: the script
 * refuses when the tool has changed, or when this person and key made an order before. Only then one read brings both. If
 * the order is there, it is the answer and the rules are not asked, so a retry after a lost answer never hears "sold out"
 * about its own order.
 */
export function placeOrder(store: Store, tools: ToolCache, command: PlaceCommand): Promise<Placed> {
  const { toolId } = command;
  const orderId = orderIdFor(command.uid, command.idempotencyKey);
  let cached = tools.get(toolId);
  return appendUntilDecided(store, async (keys) => {
    if (cached !== undefined) {
      const [tool, decision] = [cached, decideOn(command, cached)];
      cached = undefined;
      if (decision.outcome === 'event') return { ...sell(orderId, command, tool, decision), cached: true };
    }
    const found = await store.reader.read(keys, [
      readOf('GET', keys.order(orderId)),
      readOf('GET', redisKeys.tool(toolId)),
    ]);
    if (found === 'moved') return found;
    const [order, stored] = found as [string | null, string | null];
    if (order !== null) return { answer: repeatOf(orderId, order, command.requestHash) };
    const offered = stored === null ? null : decodeTool(stored);
    const tool = offered?.deleted === true ? null : offered;
    tools.set(toolId, tool);
    return sell(orderId, command, tool, decideOn(command, tool));
  });
}

function repeatOf(orderId: string, stored: string, requestHash: string): Placed {
  const record = decodeRecord(stored);
  if (record.requestHash !== requestHash) throw new OrderRejectedError('KEY_REUSED');
  const order = liveDocument(orderId, record);
  if (order === null) throw new OrderRejectedError('ORDER_GONE');
  return { order, repeated: true };
}

function decideOn(command: PlaceCommand, tool: ToolRecord | null): Decision {
  const { quantity, unitPrice = null, email, uid, name, address, city, zip } = command;
  const buyer = { email, uid, name, address, city, zip };
  return decide({ type: 'place-order', tool, quantity, unitPrice, buyer }, initialState());
}

function sell(
  orderId: string,
  command: PlaceCommand,
  tool: ToolRecord | null,
  decision: Decision,
): AppendTurn<Placed> {
  if (decision.outcome === 'rejected') {
    throw new OrderRejectedError(decision.rejection.code, decision.rejection.details);
  }
  if (decision.outcome === 'unchanged' || tool === null)
    throw new TypeError('A new order cannot be unchanged');
  const guards = { toolRev: tool.rev, need: command.quantity };
  const record = { ...noRecord, requestHash: command.requestHash };
  const placed = (created: OrderRecord): Placed => {
    const order = liveDocument(orderId, created);
    if (order === null) throw new TypeError('A new order must be live');
    return { order, repeated: false };
  };
  const turn = appendToOrder(orderId, record, decision.event, command, guards, placed);
  return { ...turn, minimum: tool.minOrderQuantity };
}
