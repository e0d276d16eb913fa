import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditedAction } from '../contracts/shop.ts';
import type { Tool } from '../contracts/tool.ts';
import { adminEmail, anOrder, aTool, RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start({ ADMIN_EMAILS: `${adminEmail},rina@example.com` });
const admin = await shop.admin();
const customer = await shop.person('rahim@example.com');
afterAll(() => shop.stop());

const toolsNow = async () => (await shop.json<Tool[]>('get', '/tools')).body;
const toolNow = async (id: string) => (await shop.json<Tool>('get', `/tools/${id}`)).body;

describe('adding a tool', () => {
  const add = (body: object, key: string, as = admin) =>
    shop.json<{ insertedId?: string; code?: string }>('post', '/tools', {
      as,
      body,
      headers: { 'Idempotency-Key': key },
    });

  it('with an Idempotency-Key adds one tool and answers the same, however often it is sent at once or later', async () => {
    const [key, tool] = [randomUUID(), { ...aTool, name: `Saw ${randomUUID()}` }];
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(tool, key)));
    const id = answers[0]?.body.insertedId ?? '';
    await shop.call('post', '/orders', { as: customer, body: anOrder(customer, id) });
    await shop.call('put', `/tools/${id}`, { as: admin, body: { price: 15 } });
    answers.push(await add(tool, key));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(9).fill([201, { insertedId: id }]),
    );
    const named = (await toolsNow()).filter(({ name }) => name === tool.name);
    expect(named).toMatchObject([{ _id: id, availableQuantity: 98, price: 15, rev: 2 }]);
    const audited = await shop.json<AuditedAction[]>('get', `/audit?search=${id}`, { as: admin });
    expect(audited.body.map(({ kind }) => kind)).toEqual(['tool.changed', 'tool.added']);
  });

  it('refuses another tool under the same key', async () => {
    const key = randomUUID();
    const { body } = await add(aTool, key);
    const other = await add({ ...aTool, price: 13 }, key);
    expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED']);
    expect(await toolNow(body.insertedId ?? '')).toMatchObject({ price: 12 });
  });

  it('does not bring back a tool that was deleted since', async () => {
    const key = randomUUID();
    const { body } = await add(aTool, key);
    await shop.call('delete', `/tools/${body.insertedId}`, { as: admin });
    expect((await add(aTool, key)).body).toEqual(body);
    expect((await shop.json('get', `/tools/${body.insertedId}`)).status).toBe(404);
  });

  it('takes the keys of two admins apart', async () => {
    const rina = await shop.person('rina@example.com', { verified: true });
    const key = randomUUID();
    const ids = [await add(aTool, key), await add(aTool, key, rina)].map(({ body }) => body.insertedId);
    expect(new Set(ids).size).toBe(2);
  });

  it('takes numbers as the old client sends them, as text, and drops fields it does not know', async () => {
    const { status, body } = await shop.json<{ insertedId: string }>('post', '/tools', {
      as: admin,
      body: {
        ...aTool,
        price: '15',
        minOrderQuantity: ' 3',
        availableQuantity: '40',
        secret: 'x',
        __proto__: {},
      },
    });
    expect(status).toBe(201);
    const tool = await toolNow(body.insertedId);
    expect(tool).toMatchObject({ price: 15, minOrderQuantity: 3, availableQuantity: 40 });
    expect(tool).not.toHaveProperty('secret');
  });

  it('lists every field fault of a tool at once', async () => {
    const { status, body } = await shop.json<{ code: string; errors: { field: string }[] }>(
      'post',
      '/tools',
      {
        as: admin,
        body: { name: ' ', price: 1.5, minOrderQuantity: 0, image: 'javascript:alert(1)' },
      },
    );
    expect([status, body.code]).toEqual([400, 'INVALID']);
    expect(body.errors.map((error) => error.field).sort()).toEqual(
      ['availableQuantity', 'description', 'image', 'minOrderQuantity', 'name', 'price'].sort(),
    );
  });
});
