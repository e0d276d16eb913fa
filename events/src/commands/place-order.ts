import { readOf, type Store } from '../log/generation-reader.ts';
import { orderIdFor, redisKeys } from '../log/redis-keys.ts';
import { decodeTool, type ToolRecord } from '../log/tool-record.ts';
import type { OrderDocument } from '../model/order-record.ts';
import { decodeRecord, liveDocument, noRecord, type OrderRecord } from '../model/order-record.ts';
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
  readonly orders: number;
  /** Whole percent of a tool's stock that they may together hold, never less than its minimum order; 100 = no limit. */
  readonly heldPercent: number;
}

/** Asks for a new order. `requestHash` tells a repeat from another request under the same key. */
export interface PlaceCommand extends Origin, Buyer {
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly toolId: string;
  readonly quantity: number;
  /** The price that the person saw (whole dollars); absent means the current price. */
  readonly unitPrice?: number | undefined;
  /** What the person's unpaid orders may come to with this one; absent = anything. */
  readonly limits?: UnpaidLimits | undefined;
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
 * about its own order. Where the person's unpaid orders are limited they are read first, and the script refuses when
 * another one came since: so the limits hold however many orders are sent at once.
 */
export function placeOrder(store: Store, tools: ToolCache, command: PlaceCommand): Promise<Placed> {
  const { toolId, uid, limits } = command;
  const orderId = orderIdFor(uid, command.idempotencyKey);
  let cached = limits === undefined ? tools.get(toolId) : undefined;
  return appendUntilDecided(store, async (keys) => {
    if (cached !== undefined) {
      const [tool, decision] = [cached, decideOn(command, cached)];
      cached = undefined;
      if (!(decision instanceof OrderRejectedError))
        return { ...sell(orderId, command, tool, decision), cached: true };
    }
    const found = await store.reader.read(keys, [
      readOf('GET', keys.order(orderId)),
      readOf('GET', redisKeys.tool(toolId)),
      // Newest first; a later order is one that was not counted.
      ...(limits === undefined
        ? []
        : [readOf('ZREVRANGE', keys.person(uid, 'unpaid'), '0', '-1', 'WITHSCORES')]),
    ]);
    const [order, stored, unpaid] = found as [string | null, string | null, string[] | undefined];
    if (order !== null) {
      return { answer: repeatOf(orderId, decodeRecord(order), command.requestHash) };
    }
    const offered = stored === null ? null : decodeTool(stored);
    const tool = offered?.deleted === true ? null : offered;
    tools.set(toolId, tool);
    const decision = decideOn(command, tool);
    if (limits === undefined || unpaid === undefined) return sell(orderId, command, tool, decision);
    const ids = unpaid.filter((_, index) => index % 2 === 0);
    if (limits.orders > 0 && ids.length >= limits.orders)
      throw new OrderRejectedError('TOO_MANY_UNPAID', { total: ids.length, orders: ids.slice(0, mostNamed) });
    let held = 0;
    if (limits.heldPercent < 100)
      for (const { state } of (await readRecords(store.reader, keys, ids)).values())
        if (state.status === 'unpaid' && state.sale.toolId === toolId) held += state.sale.quantity;
    const newest = Number(unpaid[1] ?? 0);
    return sell(orderId, command, tool, decision, { held, percent: limits.heldPercent, newest });
  });
}

/** How many orders a refusal names. */
const mostNamed = 100;

function repeatOf(orderId: string, record: OrderRecord, requestHash: string): Placed {
  if (record.requestHash !== requestHash) throw new OrderRejectedError('KEY_REUSED');
  const order = liveDocument(orderId, record);
  if (order === null) throw new OrderRejectedError('ORDER_GONE');
  return { order, repeated: true };
}

function decideOn(command: PlaceCommand, tool: ToolRecord | null): Decision {
  const { quantity, unitPrice = null, uid, person } = command;
  const buyer = { uid, person };
  return decide({ type: 'place-order', tool, quantity, unitPrice, buyer }, initialState());
}

/** What the person's unpaid orders hold of the tool, what share they may hold, and the newest that was counted. */
interface Unpaid {
  readonly held: number;
  readonly percent: number;
  readonly newest?: number;
}

function sell(
  orderId: string,
  command: PlaceCommand,
  tool: ToolRecord | null,
  decision: Decision,
  unpaid: Unpaid = { held: 0, percent: 100 },
): AppendTurn<Placed> {
  const event = eventOf(decision);
  if (event === null || tool === null) throw new TypeError('A new order cannot be unchanged');
  const { quantity } = command;
  const share = { percent: unpaid.percent, minimum: tool.minOrderQuantity };
  const need = leastAvailable(quantity, unpaid.held, share);
  const guards = { toolRev: tool.rev, need, newestSeen: unpaid.newest };
  const record = { ...noRecord, requestHash: command.requestHash };
  const placed = (created: OrderRecord): Placed => {
    const order = liveDocument(orderId, created);
    if (order === null) throw new TypeError('A new order must be live');
    return { order, repeated: false };
  };
  const turn = appendToOrder(orderId, record, event, command, guards, placed);
  return { ...turn, outOfStock: (available) => refusalFor(available, unpaid.held, share) };
}

/** Names what stands in the way: the stock, or the person's share of it where that leaves fewer. */
function refusalFor(available: number, held: number, share: HeldShare): OrderRejectedError {
  const { minimum } = share;
  const limit = mostHeld(available + held, share);
  return limit - held < available
    ? new OrderRejectedError('TOO_MUCH_HELD', { limit, held, minimum })
    : new OrderRejectedError('OUT_OF_STOCK', { available, minimum });
}
