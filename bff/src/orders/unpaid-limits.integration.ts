import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import type { Problem } from '../contracts/problem.ts';
import type { ShopConfig } from '../contracts/shop.ts';
import type { Tool } from '../contracts/tool.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

const shop = await RunningShop.start({ MAX_UNPAID_ORDERS: '5', MAX_HELD_SHARE: '0.25' });
const records = await openRecords(shop);
afterAll(async () => {
  await records.close();
  await shop.stop();
});

const somebody = () => shop.person(`${randomUUID().slice(0, 8)}@example.com`);
const place = (person: TestPerson, toolId: string, quantity: number) =>
  shop.json<PlacedOrder & Problem>('post', '/orders', {
    as: person,
    body: { ...anOrder(person, toolId), quantity },
  });
const available = async (toolId: string) =>
  (await shop.json<Tool>('get', `/tools/${toolId}`)).body.availableQuantity;

describe('unpaid orders', () => {
  it('that would hold too much are refused with what is possible, in one sentence and in numbers', async () => {
    const person = await somebody();
    const toolId = await shop.newTool();
    expect((await place(person, toolId, 20)).status).toBe(201);
    const { status, body } = await place(person, toolId, 6);
    expect([status, body.code]).toEqual([409, 'TOO_MUCH_HELD']);
    expect(body).toMatchObject({ limit: 25, held: 20, minimum: 2 });
    expect(body.detail).toBe(
      'You can have up to 25 of this tool in unpaid orders, and you already have 20. Order fewer, or pay first.',
    );
    expect((await place(person, toolId, 5)).status).toBe(201);
    expect(await available(toolId)).toBe(75);
  });

  it('are kept shorter while the address is not verified, and as long as any other from then on', async () => {
    const person = await somebody();
    const { order } = (await place(person, await shop.newTool(), 2)).body;
    const hoursOf = ({ createdAt, reservedUntil }: Order) =>
      (Date.parse(reservedUntil ?? '') - Date.parse(createdAt)) / 3_600_000;
    const read = async () =>
      (await shop.json<Order>('get', `/orders/order/${order._id}`, { as: person })).body;
    expect([hoursOf(order), hoursOf(await read())]).toEqual([2, 2]);
    const { email, uid } = person;
    await records.users.signedIn({
      email,
      uid,
      name: '',
      emailVerified: true,
      signedInAt: 0,
    });
    expect(hoursOf(await read())).toBe(72);
    const all = await shop.json<Order[]>('get', '/orders', { as: await shop.admin() });
    const hours = new Map(all.body.map((each) => [each._id, hoursOf(each)]));
    expect(hours.get(order._id)).toBe(72);
    expect(new Set(hours.values())).toEqual(new Set([2, 72]));
  });

  it('are announced to the page with their limits', async () => {
    const { body } = await shop.json<ShopConfig>('get', '/config');
    expect(body.unpaidOrders).toEqual({ maxHeldPercent: 25, reserveHours: 72, reserveHoursUnverified: 2 });
  });
});
