import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { Order, type OrderTimelineEntry, type PlacedOrder } from '../contracts/order.ts';
import type { Problem } from '../contracts/problem.ts';
import type { Tool } from '../contracts/tool.ts';
import { TestSimulator } from '../payments/testing/test-simulator.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';

const simulator = await TestSimulator.start();
const shop = await RunningShop.start({
  ...simulator.environment,
  MAX_UNPAID_ORDERS: '4',
  RESERVE_HOURS_UNVERIFIED: '0',
});
const admin = await shop.admin();
const rahim = await shop.person('rahim@example.com');
afterAll(async () => {
  await shop.stop();
  await simulator.stop();
});

/** A person of one's own for each test, so that limits and lists of one never meet another's. */
const somebody = () => shop.person(`${randomUUID().slice(0, 8)}@example.com`);
const place = (person: TestPerson, fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  shop.json<PlacedOrder & Problem>('post', '/orders', { as: person, body: fields, headers });
const placed = async (person: TestPerson, fields: Record<string, unknown> = {}) =>
  (await place(person, { ...anOrder(person, await shop.newTool()), ...fields })).body.order;
const available = async (toolId: string) =>
  (await shop.json<Tool>('get', `/tools/${toolId}`)).body.availableQuantity;

/** Pays an order as the browser would; answers the transaction id. */
async function pay(person: TestPerson, orderId: string): Promise<string> {
  const { body } = await shop.json<{ intentId: string; clientSecret: string }>(
    'post',
    '/create-payment-intent',
    {
      as: person,
      body: { orderId },
    },
  );
  await simulator.pay({ id: body.intentId, clientSecret: body.clientSecret });
  const patched = await shop.json('patch', `/orders/order/${orderId}`, {
    as: person,
    body: { order: orderId, transactionId: body.intentId },
  });
  expect(patched.status).toBe(200);
  return body.intentId;
}

describe('placing an order', () => {
  it('takes price, total, picture and state from the shop, whatever the client sends', async () => {
    const toolId = await shop.newTool({ name: 'Chisel', price: 30 });
    const lies = {
      price: 1,
      unitPrice: undefined,
      status: 'Shipped',
      paid: true,
      transactionId: 'x',
      image: 'y',
    };
    const { status, body } = await place(rahim, { ...anOrder(rahim, toolId), ...lies, quantity: '3' });
    expect(status).toBe(201);
    expect(Object.keys(body.order).toSorted()).toEqual(Object.keys(Order.shape).toSorted());
    expect(body.order).toMatchObject({
      toolsName: 'Chisel',
      unitPrice: 30,
      quantity: 3,
      price: 90,
      status: 'pending',
      paid: false,
      transactionId: null,
      image: '/images/hammer.webp',
    });
    expect(await available(toolId)).toBe(97);
    expect(Date.parse(body.order.reservedUntil ?? '')).toBe(
      Date.parse(body.order.createdAt) + 72 * 3_600_000,
    );
  });

  it('gives the same order for the same key, also after the tool is gone, and refuses another request under it', async () => {
    const person = await somebody();
    const toolId = await shop.newTool({ name: `Gone ${randomUUID()}` });
    const name = (await shop.json<Tool>('get', `/tools/${toolId}`)).body.name;
    const { toolId: _, ...byName } = { ...anOrder(person, toolId), toolsName: name };
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await place(person, byName, headers);
    await shop.call('delete', `/tools/${toolId}`, { as: admin });
    const again = await place(person, byName, headers);
    expect([again.status, again.body.repeated]).toEqual([201, true]);
    expect(again.body.insertedId).toBe(first.body.insertedId);
    const other = await place(person, { ...byName, quantity: 5 }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED']);
  });

  it('finds the tool by its name, and asks for the id when the name is not clear', async () => {
    const name = `Twin ${randomUUID()}`;
    await shop.newTool({ name });
    await shop.newTool({ name });
    const { toolId: _, ...order } = anOrder(rahim, '');
    const twins = await place(rahim, { ...order, toolsName: name });
    expect([twins.status, twins.body.code]).toEqual([409, 'TOOL_AMBIGUOUS']);
    const none = await place(rahim, { ...order, toolsName: 'No such tool' });
    expect([none.status, none.body.code]).toEqual([404, 'TOOL_NOT_FOUND']);
  });

  it('says what is left, what the price is now, and what the minimum is', async () => {
    const person = await somebody();
    const toolId = await shop.newTool({ availableQuantity: 3, price: 10 });
    const order = anOrder(person, toolId);
    const tooMany = await place(person, { ...order, quantity: 4 });
    expect(tooMany).toMatchObject({ status: 409, body: { code: 'OUT_OF_STOCK', available: 3, minimum: 2 } });
    const oldPrice = await place(person, { ...order, unitPrice: 9 });
    expect(oldPrice).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', unitPrice: 10 } });
    const tooFew = await place(person, { ...order, quantity: 1 });
    expect(tooFew).toMatchObject({ status: 400, body: { code: 'INVALID', errors: [{ field: 'quantity' }] } });
    const empty = await place(person, { email: person.email });
    expect(empty.body.errors?.map((error) => error.field)).toEqual(
      expect.arrayContaining(['address', 'city', 'zip', 'quantity']),
    );
    expect(await available(toolId)).toBe(3);
  });

  it('stops a person with too many unpaid orders, but not the repeat of one of them', async () => {
    const person = await somebody();
    const order = anOrder(person, await shop.newTool());
    const headers = { 'Idempotency-Key': randomUUID() };
    await place(person, order, headers);
    for (let count = 1; count < 4; count += 1) await place(person, order);
    const { status, body } = await place(person, order);
    expect([status, body.code]).toEqual([409, 'TOO_MANY_UNPAID']);
    expect(body.orders).toHaveLength(4);
    expect((await place(person, order, headers)).body.repeated).toBe(true);
  });
});

describe('the life of an order', () => {
  it('goes from placed to paid to shipped, each step once, and tells its story', async () => {
    const person = await somebody();
    const order = await placed(person);
    const ship = () => shop.json('put', `/order/${order._id}`, { as: admin, body: { status: 'Shipped' } });
    expect((await ship()).body.code).toBe('ORDER_NOT_PAID');
    const transactionId = await pay(person, order._id);
    const claim = { as: person, body: { transactionId } };
    expect((await shop.json('patch', `/orders/order/${order._id}`, claim)).body).toEqual({
      modifiedCount: 0,
    });
    expect((await shop.json('delete', `/orders/${order._id}`, { as: person })).body.code).toBe('ORDER_PAID');
    expect((await ship()).body).toMatchObject({ modifiedCount: 1 });
    expect((await ship()).body).toMatchObject({ modifiedCount: 0 });
    const { body } = await shop.json<Order>('get', `/orders/order/${order._id}`, { as: person });
    expect(body).toMatchObject({ paid: true, status: 'Shipped', transactionId, reservedUntil: null });
    const story = await shop.json<OrderTimelineEntry[]>('get', `/orders/order/${order._id}/events`, {
      as: person,
    });
    expect(story.body.map((entry) => [entry.type, entry.version])).toEqual([
      ['order.created', 1],
      ['order.paid', 2],
      ['order.shipped', 3],
    ]);
    expect(story.body.at(0)?.actor).toBe(`user:${person.uid}`);
    expect(story.body.at(-1)?.actor).toBe('the shop');
  });

  it('frees the stock of a deleted order once, and tells that there was one', async () => {
    const person = await somebody();
    const toolId = await shop.newTool({ availableQuantity: 10 });
    const order = await placed(person, { toolId });
    expect(await available(toolId)).toBe(8);
    const remove = () => shop.json('delete', `/orders/${order._id}`, { as: person });
    expect((await remove()).body).toEqual({ deletedCount: 1 });
    expect((await remove()).body).toEqual({ deletedCount: 0 });
    expect(await available(toolId)).toBe(10);
    const gone = await shop.json('get', `/orders/order/${order._id}`, { as: person });
    expect([gone.status, gone.body.code]).toEqual([404, 'ORDER_GONE']);
    expect((await shop.json('delete', '/orders/ord_never', { as: person })).body.code).toBe(
      'ORDER_NOT_FOUND',
    );
  });
});
