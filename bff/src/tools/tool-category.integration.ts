import { decodeTool, encodeTool, openOrderLog, redisKeys } from '@karigar/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { RunningShop, type TestPerson } from '../testing/running-shop.ts';

let shop: RunningShop;
let admin: TestPerson;

beforeAll(async () => {
  shop = await RunningShop.start();
  admin = await shop.admin();
});
afterAll(() => shop.stop());

const toolNow = async (id: string) => (await shop.json<Tool>('get', `/tools/${id}`)).body;
const edit = (id: string, body: object) => shop.json('put', `/tools/${id}`, { as: admin, body });

describe('category and alt of a tool', () => {
  it('are shown as they were given, and empty when they were not', async () => {
    const plain = await shop.newTool();
    expect(await toolNow(plain)).toMatchObject({ category: '', alt: '' });
    const told = await shop.newTool({ category: ' Hand tools ', alt: 'A hammer on a bench' });
    expect(await toolNow(told)).toMatchObject({ category: 'Hand tools', alt: 'A hammer on a bench' });
  });

  it('are changed, and taken away by an empty text', async () => {
    const id = await shop.newTool({ category: 'Hand tools', alt: 'A hammer on a bench' });
    expect((await edit(id, { category: 'Hammers', rev: 1 })).body).toEqual({ modifiedCount: 1 });
    expect((await edit(id, { alt: '' })).body).toEqual({ modifiedCount: 1 });
    expect(await toolNow(id)).toMatchObject({ category: 'Hammers', alt: '', rev: 3 });
  });

  it('are refused in words when they are too long', async () => {
    const id = await shop.newTool();
    const long = await edit(id, { category: 'c'.repeat(41), alt: 'a'.repeat(201) });
    expect([long.status, long.body.errors]).toEqual([
      400,
      [
        { field: 'category', message: 'Use at most 40 characters' },
        { field: 'alt', message: 'Use at most 200 characters' },
      ],
    ]);
  });

  it('are empty for a tool from before there were any, which an empty edit does not change', async () => {
    const id = await shop.newTool();
    const log = await openOrderLog({ url: shop.redis.url });
    await log.redis.run(async (connection) => {
      const { category: _, alt: __, ...older } = decodeTool((await connection.get(redisKeys.tool(id))) ?? '');
      await connection.set(redisKeys.tool(id), encodeTool({ ...older, price: 77 }));
    });
    await log.close();
    await expect.poll(() => toolNow(id), { timeout: 30_000 }).toMatchObject({ price: 77 });
    expect(await toolNow(id)).toMatchObject({ category: '', alt: '' });
    expect((await edit(id, { category: '', alt: '' })).body).toEqual({ modifiedCount: 0 });
    expect((await toolNow(id)).rev).toBe(1);
  });
});
