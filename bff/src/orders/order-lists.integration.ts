import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, PlacedOrder } from '../contracts/order.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { openRecords } from '../testing/shop-records.ts';

let shop: RunningShop;
let admin: TestPerson;
let rahim: TestPerson;
let hammer: string;
const placed: Order[] = [];

beforeAll(async () => {
  shop = await RunningShop.start();
  admin = await shop.admin();
  rahim = await shop.person('Rahim@Example.com'.toLowerCase());
  const karim = await shop.person('karim@example.com');
  const records = await openRecords(shop);
  await records.users.signedIn({ ...karim, emailVerified: false, name: '', signedInAt: 0 });
  await records.close();
  hammer = await shop.newTool({ name: 'Claw Hammer (small)' });
  const saw = await shop.newTool({ name: 'Hand Saw' });
  for (const [person, toolId, name] of [
    [rahim, hammer, '=HYPERLINK("http://evil")'],
    [rahim, saw, 'Rahim'],
    [karim, saw, 'Karim, "K"'],
    [rahim, hammer, 'Rahim'],
  ] as const) {
    const body = { ...anOrder(person, toolId), name };
    const answer = await shop.json<PlacedOrder>('post', '/orders', {
      as: person,
      body,
      headers: { 'Idempotency-Key': randomUUID() },
    });
    placed.push(answer.body.order);
  }
});
afterAll(() => shop.stop());

const idsOf = (orders: readonly Order[]) => orders.map((order) => order._id);
const newestFirst = (...indexes: number[]) => indexes.map((index) => placed[index]?._id);
const list = (path: string, as: TestPerson) => shop.json<Order[]>('get', path, { as });

describe('lists of orders', () => {
  it('show a person only their own, newest first, whatever the case of the email', async () => {
    const { body, headers } = await list('/orders/RAHIM%40example.com', rahim);
    expect(idsOf(body)).toEqual(newestFirst(3, 1, 0));
    expect(headers.get('x-total-count')).toBe('3');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('cannot be widened by asking for another email or state', async () => {
    const { body } = await list('/orders/rahim@example.com?email=karim@example.com', rahim);
    expect(idsOf(body)).toEqual(newestFirst(3, 1, 0));
  });

  it('lead an admin through all pages by the cursor, none twice', async () => {
    const first = await list('/orders?limit=3', admin);
    expect(idsOf(first.body)).toEqual(newestFirst(3, 2, 1));
    expect(first.headers.get('x-total-count')).toBe('4');
    const cursor = first.headers.get('x-next-cursor');
    const second = await list(`/orders?limit=3&cursor=${cursor}`, admin);
    expect(idsOf(second.body)).toEqual(newestFirst(0));
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  it('search tool names literally, and filter by person, state and time', async () => {
    expect(idsOf((await list('/orders?search=hammer%20(', admin)).body)).toEqual(newestFirst(3, 0));
    expect(idsOf((await list('/orders?search=h.mmer', admin)).body)).toEqual([]);
    expect(idsOf((await list('/orders?email=KARIM@example.com', admin)).body)).toEqual(newestFirst(2));
    expect((await list('/orders?paid=true', admin)).body).toEqual([]);
    expect((await list('/orders?paid=false&status=Shipped', admin)).body).toEqual([]);
    expect(idsOf((await list('/orders?status=pending&limit=2', admin)).body)).toEqual(newestFirst(3, 2));
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`/orders?from=${today}&to=2099-01-01`, admin)).body.length).toBeLessThanOrEqual(4);
    expect((await list('/orders?to=2020-01-01', admin)).body).toEqual([]);
  });

  it('page through two states at once without losing or repeating any', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await list(`/orders?status=pending&limit=1${query}`, admin);
      seen.push(...idsOf(page.body));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(seen).toEqual(newestFirst(3, 2, 1, 0));
  });

  it('refuse a query that means nothing', async () => {
    for (const query of ['limit=0', 'limit=x', 'cursor=-1', 'status=lost', 'from=yesterday']) {
      const { status, body } = await shop.json('get', `/orders?${query}`, { as: admin });
      expect([query, status, body.code]).toEqual([query, 400, 'INVALID']);
    }
  });
});

describe('the CSV of orders', () => {
  it('has one line per order and runs no formula of a customer', async () => {
    const answer = await shop.call('get', '/orders.csv', { as: admin });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('orders.csv');
    const lines = (await answer.text()).trim().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('_id,createdAt,toolsName');
    expect(lines.at(-1)).toContain(`'=HYPERLINK`);
    expect(lines.join('\n')).toContain('"Karim, ""K"""');
  });

  it('honours the filter of the list', async () => {
    const answer = await shop.call('get', '/orders.csv?search=saw&email=karim@example.com', { as: admin });
    expect((await answer.text()).trim().split('\n')).toHaveLength(2);
  });
});

describe('the figures for admins', () => {
  it('count orders by state and name what runs low', async () => {
    const low = await shop.newTool({ name: 'Rare Plane', availableQuantity: 3 });
    const { body } = await shop.json<{ orders: { unpaid: number }; lowStock: { _id: string }[] }>(
      'get',
      '/stats',
      {
        as: admin,
      },
    );
    expect(body.orders.unpaid).toBe(4);
    expect(body.lowStock.map((tool) => tool._id)).toEqual([low]);
  });

  it('show the log, its consumers and the dependencies', async () => {
    const { body } = await shop.json<{
      log: { headSeq: number };
      consumers: { seq: number }[];
      dependencies: { name: string; ok: boolean }[];
    }>('get', '/operations', { as: admin });
    expect(body.log.headSeq).toBeGreaterThan(4);
    expect(body.dependencies.find((one) => one.name === 'redis')?.ok).toBe(true);
    expect(body.dependencies.find((one) => one.name === 'payments')?.ok).toBe(false);
  });
});
