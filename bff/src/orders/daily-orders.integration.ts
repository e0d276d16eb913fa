import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { PlacedOrder } from '../contracts/order.ts';
import type { Problem } from '../contracts/problem.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';

const shop = await RunningShop.start({
  RATE_LIMIT: 'on',
  MAX_ORDERS_PER_DAY: '5',
  MAX_ORDERS_PER_DAY_UNVERIFIED: '3',
});
const toolId = await shop.newTool({ availableQuantity: 1_000 });
afterAll(() => shop.stop());

const somebody = (verified = false) => shop.person(`${randomUUID()}@example.com`, { verified });
const place = (as: TestPerson, fields: Record<string, unknown> = {}, key: string = randomUUID()) =>
  shop.json<PlacedOrder & Problem>('post', '/orders', {
    as,
    body: { ...anOrder(as, toolId), ...fields },
    headers: { 'Idempotency-Key': key },
  });
const remove = (as: TestPerson, id: string) => shop.json('delete', `/orders/${id}`, { as });

describe('the orders of an account within a day', () => {
  it.each([
    [false, 3],
    [true, 5],
  ])('are limited, deleted ones included (verified: %s, at most %i)', async (verified, most) => {
    const person = await somebody(verified);
    for (let count = 0; count < most; count += 1) {
      const { status, body } = await place(person);
      expect(status).toBe(201);
      expect((await remove(person, body.insertedId)).body).toEqual({ deletedCount: 1 });
    }
    const { status, headers, body } = await place(person);
    expect([status, body.code]).toEqual([429, 'TOO_MANY_ORDERS']);
    expect(body.detail).toContain(`You have placed ${most} orders within a day`);
    expect(body.detail.includes('verify your email')).toBe(!verified);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect((await place(await somebody())).status).toBe(201);
  });

  it('sent at the same moment come to no more than the limit', async () => {
    const person = await somebody();
    const answers = await Promise.all(Array.from({ length: 9 }, () => place(person)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  it('count once each, however often they are repeated, and not at all when they are refused', async () => {
    const person = await somebody();
    const key = randomUUID();
    for (let time = 0; time < 4; time += 1) expect((await place(person, {}, key)).status).toBe(201);
    for (let time = 0; time < 4; time += 1) expect((await place(person, { quantity: 1 })).status).toBe(400);
    expect([(await place(person)).status, (await place(person)).status]).toEqual([201, 201]);
    expect((await place(person)).status).toBe(429);
    expect((await place(person, {}, key)).body.repeated).toBe(true);
  });
});
