import { readOf, type Store } from '../log/generation-reader.ts';
import { orderIdFor, redisKeys } from '../log/redis-keys.ts';
import { decodeTool, type ToolRecord } from '../log/tool-record.ts';
import type { OrderDocument } from '../model/order-record.ts';
import { decodeRecord, liveDocument, noRecord } from '../model/order-record.ts';
import { readRecords } from '../model/read-orders.ts';
import { decide } from '../orders/decide.ts';
import { type Decision, eventOf, OrderRejectedError } from '../orders/decision.ts';
import { type HeldShare, leastAvailable, mostHeld } from '../orders/held-share.ts';
import type { Buyer } from '../orders/order-command.ts';
import { initialState } from '../orders/order-state.ts';
import { type AppendTurn, appendToOrder, appendUntilDecided, type Origin } from './append-until-decided.ts';
import type { ToolCache } from './tool-cache.ts';

/** What the unpaid orders of one person may come to. */
export interface UnpaidLimits {
  /** How many there may be; 0 = no limit. */
  orders: number;
  /** Whole percent of a tool's stock that they may together hold, never less than its minimum order; 100 = no limit. */
  heldPercent: number;
}

/** Asks for a new order. `requestHash` tells a repeat from another request under the same key. */
export interface PlaceCommand extends Origin, Buyer {
  idempotencyKey: string;
  requestHash: string;
  toolId: string;
  quantity: number;
  /** The price that the person saw (whole dollars); absent means the current price. */
  unitPrice?: number | undefined;
  /** What the person's unpaid orders may come to with this one; absent = anything. */
  limits?: UnpaidLimits | undefined;
}

/** The order that a place command led to; `repeated` when it was there already. */
export interface Placed {
  order: OrderDocument;
  repeated: boolean;
}

/**
 * Places an order and reserves its stock in one atomic step. A cached tool is sold in a single round trip: the script
 * refuses when the tool has changed, or when this person and key made an order before. Only then one read brings both. If
 * the order is there, it is the answer and the rules are not asked, so a retry after a lost answer never hears "sold out"
 * about its own order. Where the person's unpaid orders are limited they are read first, and the script refuses when
 * another one came since: so the limits hold however many orders are sent at once.
 */
export function placeOrder(store: Store, tools: ToolCache, command: PlaceCommand): Promise<Placed> {
  const { toolId, uid, person, currency, quantity, unitPrice = null, limits, requestHash } = command;
  const buyer = { uid, person, ...(currency !== undefined && { currency }) };
  const orderId = orderIdFor(uid, command.idempotencyKey);
  const decideOn = (tool: ToolRecord | null): Decision =>
    decide({ type: 'place-order', tool, quantity, unitPrice, buyer }, initialState());
  /** `held`: pieces of the tool in the person's unpaid orders, of which `newest` is the newest that was counted. */
  const sell = (
    tool: ToolRecord | null,
    decision: Decision,
    held = 0,
    newest?: number,
  ): AppendTurn<Placed> => {
    const event = eventOf(decision);
    if (event === null || tool === null) throw new TypeError('A new order cannot be unchanged');
    const share = { percent: limits?.heldPercent ?? 100, minimum: tool.minOrderQuantity };
    const guards = { toolRev: tool.rev, need: leastAvailable(quantity, held, share), newestSeen: newest };
    const turn = appendToOrder(orderId, { ...noRecord, requestHash }, event, command, guards, (created) => {
      const order = liveDocument(orderId, created);
      if (order === null) throw new TypeError('A new order must be live');
      return { order, repeated: false };
    });
    return { ...turn, outOfStock: (available) => refusalFor(available, held, share) };
  };
  let cached = limits === undefined ? tools.get(toolId) : undefined;
  return appendUntilDecided<Placed>(store, async (keys) => {
    if (cached !== undefined) {
      const [tool, decision] = [cached, decideOn(cached)];
      cached = undefined;
      if (!(decision instanceof OrderRejectedError)) return { ...sell(tool, decision), cached: true };
    }
    const found = await store.reader.read(keys, [
      readOf('GET', keys.order(orderId)),
      readOf('GET', redisKeys.tool(toolId)),
      // Newest first; a later order is one that was not counted.
      readOf('ZREVRANGE', keys.person(uid, 'unpaid'), '0', limits === undefined ? '0' : '-1', 'WITHSCORES'),
    ]);
    const [placed, stored, unpaid] = found as [string | null, string | null, string[]];
    if (placed !== null) {
      const record = decodeRecord(placed);
      if (record.requestHash !== requestHash) throw new OrderRejectedError('KEY_REUSED');
      const order = liveDocument(orderId, record);
      if (order === null) throw new OrderRejectedError('ORDER_GONE');
      return { answer: { order, repeated: true } };
    }
    const offered = stored === null ? null : decodeTool(stored);
    const tool = offered?.deleted === true ? null : offered;
    tools.set(toolId, tool);
    const decision = decideOn(tool);
    if (limits === undefined) return sell(tool, decision);
    const ids = unpaid.filter((_, index) => index % 2 === 0);
    if (limits.orders > 0 && ids.length >= limits.orders)
      throw new OrderRejectedError('TOO_MANY_UNPAID', { total: ids.length, orders: ids.slice(0, mostNamed) });
    let held = 0;
    if (limits.heldPercent < 100)
      for (const { state } of (await readRecords(store.reader, keys, ids)).values())
        if (state.status === 'unpaid' && state.sale.toolId === toolId) held += state.sale.quantity;
    return sell(tool, decision, held, Number(unpaid[1] ?? 0));
  });
}

/** How many orders a refusal names. */
const mostNamed = 100;

/** Names what prevents the order: the stock, or the person's share of it where that leaves fewer. */
function refusalFor(available: number, held: number, share: HeldShare): OrderRejectedError {
  const { minimum } = share;
  const limit = mostHeld(available + held, share);
  return limit - held < available
    ? new OrderRejectedError('TOO_MUCH_HELD', { limit, held, minimum })
    : new OrderRejectedError('OUT_OF_STOCK', { available, minimum });
}
