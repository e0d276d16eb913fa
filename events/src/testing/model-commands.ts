import fc from 'fast-check';
import { expect } from 'vitest';
import type { Origin } from '../commands/append-until-decided.ts';
import { storedFields } from '../log/event-fields.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { encodeTool, type ToolRecord } from '../log/tool-record.ts';
import type { DeletionReason } from '../orders/reasons.ts';
import { isClaimed, type Model, type ModelTool, type RealShop } from './model.ts';
import { claimCommands } from './model-claims.ts';
import { command, idOf, moneyCommands, outcome } from './model-money.ts';
import { samplePlace, sampleTool } from './sample-shop.ts';
import { rebuild } from './scan-work.ts';

// The names of an event's fields: where a value is taken for a name, the shop and its log cannot agree.
const word = fc.constantFrom(...storedFields);
const reason = fc.constantFrom<DeletionReason>('customer', 'shop', 'expired');
const who = fc.record<Origin>({ actor: word, correlationId: word });
const toolIds: readonly string[] = ['subject', 'hash'];
const tool = fc.constantFrom(...toolIds);
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');

function recordOf(id: string, { price, rev, deleted }: ModelTool): ToolRecord {
  return sampleTool({ id, name: `Tool ${id}`, price, rev, deleted });
}

async function saveTool(model: Model, real: RealShop, id: string, change: Partial<ModelTool>): Promise<void> {
  const known = model.tools.get(id) ?? { price: 10, rev: 0, available: 0, deleted: false };
  const next = { ...known, ...change, rev: known.rev + 1 };
  model.tools.set(id, next);
  const record = recordOf(id, next);
  await real.log.redis.run((connection) => connection.set(redisKeys.tool(id), encodeTool(record)));
}

function expectedPlace(model: Model, id: string, toolId: string, quantity: number): string {
  const order = model.orders.get(id);
  if (order !== undefined) {
    if (order.tool !== toolId || order.quantity !== quantity) return 'KEY_REUSED';
    return order.state === 'deleted' ? 'ORDER_GONE' : 'unchanged';
  }
  const offered = model.tools.get(toolId);
  if (offered === undefined || offered.deleted) return 'TOOL_NOT_FOUND';
  return offered.available < quantity ? 'OUT_OF_STOCK' : 'done';
}

const place = (name: string, toolId: string, quantity: number, lost: boolean, origin: Origin) =>
  command(`place(${name}, ${toolId}, ${quantity}${lost ? ', answer lost' : ''})`, async (model, real) => {
    const id = idOf(name);
    const expected = expectedPlace(model, id, toolId, quantity);
    const request = samplePlace({
      idempotencyKey: name,
      toolId,
      quantity,
      requestHash: storedFields[toolIds.indexOf(toolId) * 3 + quantity] ?? '',
      person: origin.actor,
      ...origin,
    });
    // A lost answer: the command is carried out, nobody hears of it, and the client sends it again.
    if (lost) await outcome(real.log.place(request));
    expect(await outcome(real.log.place(request))).toBe(lost && expected === 'done' ? 'unchanged' : expected);
    const offered = model.tools.get(toolId);
    if (expected !== 'done' || offered === undefined) return;
    offered.available -= quantity;
    const price = offered.price * quantity;
    const refund = { attempt: 0, asked: false, restock: false, restocked: false, back: 0, failed: false };
    const order = {
      tool: toolId,
      quantity,
      price,
      transaction: null,
      claim: null,
      claims: 0,
      byHand: false,
      refund,
      cancelling: false,
      withdrawals: 0,
      person: origin.actor,
      corrections: 0,
      tracking: undefined,
      trackingChanges: 0,
    };
    model.orders.set(id, { ...order, state: 'unpaid' });
  });

const pay = (name: string, transaction: string, origin: Origin) =>
  command(`pay(${name}, ${transaction})`, async (model, real) => {
    const id = idOf(name);
    const order = model.orders.get(id);
    const owner = model.transactions.get(transaction);
    const state = order?.state;
    let expected = 'done';
    if (state === undefined) expected = 'ORDER_NOT_FOUND';
    else if (state === 'deleted') expected = 'ORDER_GONE';
    else if (state !== 'unpaid') expected = order?.transaction === transaction ? 'unchanged' : 'ORDER_PAID';
    else if (owner !== undefined && owner !== id) expected = 'TRANSACTION_USED';
    expect(await outcome(real.log.pay({ orderId: id, transactionId: transaction, ...origin }))).toBe(
      expected,
    );
    if (expected !== 'done' || order === undefined) return;
    order.state = 'paid';
    order.transaction = transaction;
    model.transactions.set(transaction, id);
  });

const ship = (name: string, trackingNumber: string | undefined, origin: Origin) =>
  command(`ship(${name}, ${trackingNumber})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const isNew = trackingNumber !== undefined && order?.tracking !== trackingNumber;
    const tracked = order?.trackingChanges === 20 ? 'TOO_MANY_TRACKING_CHANGES' : 'done';
    const outcomes = {
      none: 'ORDER_NOT_FOUND',
      unpaid: 'ORDER_NOT_PAID',
      paid: order?.refund.asked ? 'REFUND_PENDING' : order?.cancelling ? 'CANCELLATION_REQUESTED' : 'done',
      shipped: isNew ? tracked : 'unchanged',
      refunded: 'ORDER_REFUNDED',
      deleted: 'ORDER_GONE',
    };
    const expected = outcomes[order?.state ?? 'none'];
    expect(await outcome(real.log.ship({ orderId: idOf(name), trackingNumber, ...origin }))).toBe(expected);
    if (expected !== 'done' || order === undefined) return;
    const trackingChanges = order.trackingChanges + (order.state === 'shipped' ? 1 : 0);
    Object.assign(order, { state: 'shipped', tracking: trackingNumber, trackingChanges });
    expect(await real.log.order(idOf(name))).toMatchObject({ trackingNumber: trackingNumber ?? null });
  });

const correct = (name: string, person: string, origin: Origin) =>
  command(`correct(${name}, ${person})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const open =
      order?.person === person ? 'unchanged' : order?.corrections === 20 ? 'TOO_MANY_CORRECTIONS' : 'done';
    const outcomes = {
      none: 'ORDER_NOT_FOUND',
      unpaid: open,
      paid: open,
      shipped: 'ORDER_SHIPPED',
      refunded: 'ORDER_REFUNDED',
      deleted: 'ORDER_GONE',
    };
    const expected = outcomes[order?.state ?? 'none'];
    expect(await outcome(real.log.correct({ orderId: idOf(name), person, ...origin }))).toBe(expected);
    if (expected !== 'done' || order === undefined) return;
    Object.assign(order, { person, corrections: order.corrections + 1 });
    expect(await real.log.order(idOf(name))).toMatchObject({ person, corrections: order.corrections });
  });

const remove = (name: string, reason: DeletionReason, origin: Origin) =>
  command(`remove(${name})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const outcomes = {
      none: 'ORDER_NOT_FOUND',
      unpaid: order !== undefined && isClaimed(order) ? 'PAYMENT_CLAIMED' : 'done',
      paid: 'ORDER_PAID',
      shipped: 'ORDER_PAID',
      refunded: 'ORDER_PAID',
      deleted: 'unchanged',
    };
    const expected = outcomes[order?.state ?? 'none'];
    const call = real.log.remove({ orderId: idOf(name), reason, expectedIntent: null, ...origin });
    expect(await outcome(call)).toBe(expected);
    if (expected !== 'done' || order === undefined) return;
    order.state = 'deleted';
    const sold = model.tools.get(order.tool);
    if (sold !== undefined) sold.available += order.quantity;
  });

const restock = (id: string, set: number, origin: Origin) =>
  command(`restock(${id}, ${set})`, async (model, real) => {
    if (!model.tools.has(id)) await saveTool(model, real, id, {});
    const known = model.tools.get(id);
    if (known !== undefined) known.available = set;
    expect(await real.log.setStock({ toolId: id, set, ...origin })).toEqual({ available: set });
  });

const addStock = (id: string, add: number, lost: boolean, origin: Origin) =>
  command(`add stock(${id}, ${add}${lost ? ', answer lost' : ''})`, async (model, real) => {
    const known = model.tools.get(id);
    if (known === undefined) return;
    const tool = recordOf(id, { ...known, rev: known.rev + 1 });
    const call = () => outcome(real.log.setStock({ toolId: id, add, tool, ...origin }).then(() => ({})));
    const expected = known.deleted ? 'TOOL_NOT_FOUND' : 'done';
    if (lost) await call();
    expect(await call()).toBe(lost && expected === 'done' ? 'VERSION_CONFLICT' : expected);
    if (expected === 'done') Object.assign(known, { rev: tool.rev, available: known.available + add });
  });

const takeAway = (id: string, pieces: number, origin: Origin) =>
  command(`take away(${id}, ${pieces})`, async (model, real) => {
    const known = model.tools.get(id);
    if (known === undefined) return;
    const tool = recordOf(id, { ...known, rev: known.rev + 1 });
    const change = { toolId: id, remove: pieces, reason: 'damaged', tool, ...origin } as const;
    const enough = known.available >= pieces ? 'done' : 'OUT_OF_STOCK';
    const expected = known.deleted ? 'TOOL_NOT_FOUND' : enough;
    expect(await outcome(real.log.setStock(change).then(() => ({})))).toBe(expected);
    if (expected === 'done') Object.assign(known, { rev: tool.rev, available: known.available - pieces });
  });

const rebuilt = command('rebuild', async (_, real) => {
  const connection = await real.connect();
  await rebuild(connection, { batchSize: 7 });
  connection.disconnect();
});

const restarted = command('restart', async (_, real) => {
  await real.redis.restart();
  await expect.poll(() => real.log.ping().then(() => 'up', String), { timeout: 60_000 }).toBe('up');
});

/** Sequences of everything that customers, admins, operators and bad luck do. */
export const modelCommands = fc.commands(
  [
    fc.tuple(tool, fc.nat(12), who).map(([id, set, by]) => restock(id, set, by)),
    fc
      .tuple(tool, fc.integer({ min: 1, max: 9 }), fc.boolean(), who)
      .map(([id, add, lost, by]) => addStock(id, add, lost, by)),
    fc.tuple(tool, fc.integer({ min: 1, max: 6 }), who).map(([id, pieces, by]) => takeAway(id, pieces, by)),
    fc
      .tuple(tool, fc.integer({ min: 1, max: 50 }))
      .map(([id, price]) =>
        command(`price(${id}, ${price})`, (model, real) => saveTool(model, real, id, { price })),
      ),
    tool.map((id) =>
      command(`take out(${id})`, (model, real) => saveTool(model, real, id, { deleted: true })),
    ),
    tool.map((id) =>
      command(`bring back(${id})`, (model, real) => saveTool(model, real, id, { deleted: false })),
    ),
    fc
      .tuple(key, tool, fc.integer({ min: 1, max: 3 }), fc.boolean(), who)
      .map(([name, id, quantity, lost, by]) => place(name, id, quantity, lost, by)),
    fc
      .tuple(key, tool, fc.integer({ min: 1, max: 3 }), who)
      .map(([name, id, quantity, by]) => place(name, id, quantity, false, by)),
    fc
      .tuple(key, fc.constantFrom('data', 'type', 'requestHash'), who)
      .map(([name, transaction, by]) => pay(name, transaction, by)),
    fc
      .tuple(key, fc.constantFrom(undefined, 'T1', 'T2'), who)
      .map(([name, tracking, by]) => ship(name, tracking, by)),
    fc.tuple(key, fc.constantFrom('c1', 'c2'), who).map(([name, person, by]) => correct(name, person, by)),
    fc.tuple(key, reason, who).map(([name, why, by]) => remove(name, why, by)),
    ...claimCommands(key, who),
    ...moneyCommands(key, who),
    fc.constant(rebuilt),
    fc.constant(restarted),
  ],
  { maxCommands: 60, size: 'max' },
);
