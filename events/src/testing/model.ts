import type { Redis } from 'ioredis';
import { expect } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { Projection } from '../orders/projection.ts';
import { daysFrom, shiftDay } from '../orders/shop-clock.ts';
import { verify } from './scan-work.ts';
import type { TestRedis } from './start-redis.ts';

/** A tool as the model knows it. */
export interface ModelTool {
  price: number;
  rev: number;
  available: number;
  deleted: boolean;
}
/** An order as the model knows it. */
export interface ModelOrder {
  tool: string;
  quantity: number;
  price: number;
  state: 'unpaid' | 'paid' | 'shipped' | 'refunded' | 'deleted';
  transaction: string | null;
  /** The payment by hand that was reported last while it is unpaid, and how many were. */
  claim: { transaction: string; refused: boolean } | null;
  claims: number;
  /** Whether it was paid by hand. */
  byHand: boolean;
  /** The refund that is asked for and not answered, and what became of earlier ones. */
  refund: ModelRefund;
  /** Of a parcel that has left, and how often that was changed. */
  tracking: string | undefined;
  trackingChanges: number;
  /** Who receives it (sealed), and how often that was corrected. */
  person: string;
  corrections: number;
  /** Whether the customer waits for an answer. */
  cancelling: boolean;
  withdrawals: number;
}
/** Cents; `restock` is what the unanswered attempt asks for. */
interface ModelRefund {
  attempt: number;
  asked: boolean;
  restock: boolean;
  restocked: boolean;
  back: number;
  failed: boolean;
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

/** Whether a reported payment waits for a person. */
export const isClaimed = ({ state, claim }: ModelOrder): boolean =>
  state === 'unpaid' && claim !== null && !claim.refused;

/** Compares everything that can be read with the model, and the log with its read models. */
export async function agree(model: Model, real: RealShop): Promise<void> {
  const orders = [...model.orders.values()];
  const count = (state: ModelOrder['state']) => orders.filter((order) => order.state === state).length;
  const money = (...states: ModelOrder['state'][]) =>
    orders.reduce((sum, order) => (states.includes(order.state) ? sum + order.price : sum), 0);
  expect(await real.log.totals()).toEqual({
    unpaid: count('unpaid'),
    paid: count('paid'),
    shipped: count('shipped'),
    refunded: count('refunded'),
    deleted: count('deleted'),
    attention: orders.filter(
      (order) => order.cancelling || order.refund.asked || order.refund.failed || isClaimed(order),
    ).length,
    revenue: money('paid', 'shipped', 'refunded'),
    awaitingPayment: money('unpaid'),
    givenBack: orders.reduce((sum, { refund }) => sum + refund.back, 0),
  });
  const paid = orders.filter(({ state }) => state !== 'unpaid' && state !== 'deleted');
  // A run may go over midnight.
  const { day } = new Projection().dayAt(Date.now());
  const sales = await real.log.sales(daysFrom(shiftDay(day, -1), shiftDay(day, 1)));
  const sold = (figure: 'placed' | 'paid' | 'money' | 'givenBack') =>
    sales.reduce((sum, one) => sum + one[figure], 0);
  expect([sold('placed'), sold('paid')]).toEqual([orders.length, paid.length]);
  expect(sold('money')).toBe(money('paid', 'shipped', 'refunded'));
  expect(sold('givenBack')).toBe(orders.reduce((sum, { refund }) => sum + refund.back, 0));
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
