import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { expect } from 'vitest';
import { orderIdFor, redisKeys } from '../log/redis-keys.ts';
import { encodeTool, type ToolRecord } from '../log/tool-record.ts';
import type { OrderLog } from '../order-log.ts';
import { OrderRejectedError } from '../orders/rejection.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { verify } from '../verify/verify.ts';
import { origin, samplePlace, sampleTool } from './sample-shop.ts';
import type { TestRedis } from './start-redis.ts';

/** A tool as the model knows it. */
interface ModelTool {
  price: number;
  rev: number;
  available: number;
  deleted: boolean;
}
/** An order as the model knows it. */
interface ModelOrder {
  tool: string;
  quantity: number;
  price: number;
  state: 'unpaid' | 'paid' | 'shipped' | 'deleted';
  transaction: string | null;
}
/** The shop as simple as it can be told. */
export interface Model {
  tools: Map<string, ModelTool>;
  orders: Map<string, ModelOrder>;
  transactions: Map<string, string>;
}
/** The real shop of a run. */
export interface RealShop {
  redis: TestRedis;
  log: OrderLog;
  connect(): Promise<Redis>;
}

type Work = (model: Model, real: RealShop) => Promise<void>;

/** What a call led to, in one word: done, unchanged, or the code of the refusal. */
async function outcome(call: Promise<{ changed?: boolean; repeated?: boolean }>): Promise<string> {
  try {
    const { changed, repeated } = await call;
    return changed === false || repeated === true ? 'unchanged' : 'done';
  } catch (error) {
    if (error instanceof OrderRejectedError) return error.code;
    throw error;
  }
}

/** Compares everything that can be read with the model, and the log with its read models. */
async function agree(model: Model, real: RealShop): Promise<void> {
  const orders = [...model.orders.values()];
  const count = (state: ModelOrder['state']) => orders.filter((order) => order.state === state).length;
  const money = (...states: ModelOrder['state'][]) =>
    orders.reduce((sum, order) => (states.includes(order.state) ? sum + order.price : sum), 0);
  expect(await real.log.totals()).toEqual({
    unpaid: count('unpaid'),
    paid: count('paid'),
    shipped: count('shipped'),
    deleted: count('deleted'),
    revenue: money('paid', 'shipped'),
    awaitingPayment: money('unpaid'),
  });
  const tools = [...model.tools];
  expect(await real.log.stock(tools.map(([id]) => id))).toEqual(tools.map(([, tool]) => tool.available));
  for (const [id] of tools) {
    const live = orders.filter((order) => order.tool === id && order.state !== 'deleted').length;
    expect((await real.log.orders({ limit: 1, search: `tool ${id}` })).total).toBe(live);
  }
  const connection = await real.connect();
  try {
    expect((await verify(connection)).differences).toEqual([]);
  } finally {
    connection.disconnect();
  }
}

function command(name: string, work: Work): fc.AsyncCommand<Model, RealShop> {
  return {
    check: () => true,
    run: async (model, real) => {
      await work(model, real);
      await agree(model, real);
    },
    toString: () => name,
  };
}

const toolIds = ['t1', 't2'];
const tool = fc.constantFrom(...toolIds);
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const idOf = (name: string) => orderIdFor('user-1', name);

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

const place = (name: string, toolId: string, quantity: number, lost: boolean) =>
  command(`place(${name}, ${toolId}, ${quantity}${lost ? ', answer lost' : ''})`, async (model, real) => {
    const id = idOf(name);
    const expected = expectedPlace(model, id, toolId, quantity);
    const request = samplePlace({
      idempotencyKey: name,
      toolId,
      quantity,
      requestHash: `${toolId}x${quantity}`,
    });
    // A lost answer: the command is carried out, nobody hears of it, and the client sends it again.
    if (lost) await outcome(real.log.place(request));
    expect(await outcome(real.log.place(request))).toBe(lost && expected === 'done' ? 'unchanged' : expected);
    const offered = model.tools.get(toolId);
    if (expected !== 'done' || offered === undefined) return;
    offered.available -= quantity;
    const price = offered.price * quantity;
    model.orders.set(id, { tool: toolId, quantity, price, state: 'unpaid', transaction: null });
  });

const pay = (name: string, transaction: string) =>
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

const ship = (name: string) =>
  command(`ship(${name})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const outcomes = {
      none: 'ORDER_NOT_FOUND',
      unpaid: 'ORDER_NOT_PAID',
      paid: 'done',
      shipped: 'unchanged',
      deleted: 'ORDER_GONE',
    };
    const expected = outcomes[order?.state ?? 'none'];
    expect(await outcome(real.log.ship({ orderId: idOf(name), ...origin }))).toBe(expected);
    if (expected === 'done' && order !== undefined) order.state = 'shipped';
  });

const remove = (name: string) =>
  command(`remove(${name})`, async (model, real) => {
    const order = model.orders.get(idOf(name));
    const outcomes = {
      none: 'ORDER_NOT_FOUND',
      unpaid: 'done',
      paid: 'ORDER_PAID',
      shipped: 'ORDER_PAID',
      deleted: 'unchanged',
    };
    const expected = outcomes[order?.state ?? 'none'];
    const call = real.log.remove({ orderId: idOf(name), reason: 'r', expectedIntent: null, ...origin });
    expect(await outcome(call)).toBe(expected);
    if (expected !== 'done' || order === undefined) return;
    order.state = 'deleted';
    const sold = model.tools.get(order.tool);
    if (sold !== undefined) sold.available += order.quantity;
  });

const restock = (id: string, set: number) =>
  command(`restock(${id}, ${set})`, async (model, real) => {
    if (!model.tools.has(id)) await saveTool(model, real, id, {});
    const known = model.tools.get(id);
    if (known !== undefined) known.available = set;
    expect(await real.log.setStock({ toolId: id, set, ...origin })).toEqual({ available: set });
  });

const addStock = (id: string, add: number, lost: boolean) =>
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
    fc.tuple(tool, fc.nat(12)).map(([id, set]) => restock(id, set)),
    fc
      .tuple(tool, fc.integer({ min: 1, max: 9 }), fc.boolean())
      .map(([id, add, lost]) => addStock(id, add, lost)),
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
      .tuple(key, tool, fc.integer({ min: 1, max: 3 }), fc.boolean())
      .map(([name, id, quantity, lost]) => place(name, id, quantity, lost)),
    fc
      .tuple(key, tool, fc.integer({ min: 1, max: 3 }))
      .map(([name, id, quantity]) => place(name, id, quantity, false)),
    fc
      .tuple(key, fc.constantFrom('pi_1', 'pi_2', 'pi_3'))
      .map(([name, transaction]) => pay(name, transaction)),
    key.map(ship),
    key.map(remove),
    fc.constant(rebuilt),
    fc.constant(restarted),
  ],
  { maxCommands: 60, size: 'max' },
);
