import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiRefusal } from '../seed/shop-client.ts';
import { type ShopForTests, shopForTests } from '../seed/shop-for-tests.ts';
import { simulatorKeys } from './demo-environment.ts';
import { type Stack, startStack } from './start-stack.ts';

describe('many buyers at once, over HTTP', () => {
  let stack: Stack;
  let shop: ShopForTests;

  beforeAll(async () => {
    stack = await startStack({ env: { RATE_LIMIT: 'off', MAX_UNPAID_ORDERS: '0' } });
    shop = await shopForTests(stack);
  });
  afterAll(() => stack?.stop());

  test('300 buyers of a tool with stock 100 are sold exactly 100', { timeout: 240_000 }, async () => {
    const toolId = await shop.tool(100);
    const buyers = await shop.customers(300);
    const outcomes = await Promise.allSettled(buyers.map((buyer) => shop.order(buyer, toolId)));
    const sold = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    const refusals = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => (reason instanceof ApiRefusal ? reason.problem.code : String(reason)));
    expect(new Set(refusals)).toEqual(new Set(['OUT_OF_STOCK']));
    expect(new Set(sold).size).toBe(100);
    expect(refusals).toHaveLength(200);
    expect(await shop.available(toolId)).toBe(0);
  });

  test('one order command sent 50 times at once makes one order', { timeout: 120_000 }, async () => {
    const toolId = await shop.tool(100);
    const [buyer] = await shop.customers(1);
    if (buyer === undefined) throw new Error('No buyer was made');
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 50 }, () => shop.order(buyer, toolId, key)));
    expect(new Set(ids).size).toBe(1);
    expect(await shop.available(toolId)).toBe(99);
    const orders = await shop.client.call<unknown[]>('GET', `/orders/${encodeURIComponent(buyer.email)}`, {
      token: buyer.token,
    });
    expect(orders).toHaveLength(1);
  });

  test('two payments of one order at once charge once', { timeout: 120_000 }, async () => {
    const toolId = await shop.tool(10, { price: 12 });
    const [buyer] = await shop.customers(1);
    if (buyer === undefined) throw new Error('No buyer was made');
    const orderId = await shop.order(buyer, toolId);
    const payments = await Promise.allSettled([
      shop.client.pay(buyer, orderId),
      shop.client.pay(buyer, orderId),
    ]);
    expect(payments.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    const order = await shop.client.call<{ paid: boolean; transactionId: string }>(
      'GET',
      `/orders/order/${orderId}`,
      {
        token: buyer.token,
      },
    );
    expect(order.paid).toBe(true);
    const ledger = await fetch(`${stack.simulatorUrl}/ledger`, {
      headers: { authorization: `Bearer ${simulatorKeys.STRIPE_SECRET_KEY}` },
    });
    const text = await ledger.text();
    expect(ledger.ok, text).toBe(true);
    const { charges } = JSON.parse(text) as { charges: { payment_intent: string; amount: number }[] };
    expect(charges.filter((charge) => charge.payment_intent === order.transactionId)).toHaveLength(1);
    expect(charges.filter((charge) => charge.amount === 1200)).toHaveLength(1);
  });
});
