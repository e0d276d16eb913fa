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

describe('category, alt and other names of a tool', () => {
  it('are shown as they were given, and empty when they were not', async () => {
    const plain = await shop.newTool();
    expect(await toolNow(plain)).toMatchObject({ category: '', alt: '', otherNames: '' });
    const told = await shop.newTool({
      ...{ category: ' Hand tools ', alt: 'A hammer on a bench', otherNames: 'mallet, হাতুড়ি' },
    });
    expect(await toolNow(told)).toMatchObject({
      ...{ category: 'Hand tools', alt: 'A hammer on a bench', otherNames: 'mallet, হাতুড়ি' },
    });
  });

  it('are changed, and taken away by an empty text', async () => {
    const id = await shop.newTool({
      ...{ category: 'Hand tools', alt: 'A hammer on a bench', otherNames: 'mallet' },
    });
    expect((await edit(id, { category: 'Hammers', otherNames: 'হাতুড়ি', rev: 1 })).body).toEqual({
      modifiedCount: 1,
    });
    expect((await edit(id, { alt: '' })).body).toEqual({ modifiedCount: 1 });
    expect(await toolNow(id)).toMatchObject({ category: 'Hammers', alt: '', otherNames: 'হাতুড়ি', rev: 3 });
    expect((await edit(id, { otherNames: '' })).body).toEqual({ modifiedCount: 1 });
    expect(await toolNow(id)).toMatchObject({ otherNames: '', rev: 4 });
  });

  it('are refused in words when they are too long or too many', async () => {
    const id = await shop.newTool();
    const long = await edit(id, {
      ...{ category: 'c'.repeat(41), alt: 'a'.repeat(201), otherNames: 'n'.repeat(301) },
    });
    expect([long.status, long.body.errors]).toEqual([
      400,
      [
        { field: 'category', message: 'Use at most 40 characters' },
        { field: 'alt', message: 'Use at most 200 characters' },
        { field: 'otherNames', message: 'Use at most 300 characters' },
      ],
    ]);
    const many = await edit(id, { otherNames: Array(21).fill('saw').join(', ') });
    expect([many.status, many.body.errors]).toEqual([
      400,
      [{ field: 'otherNames', message: 'Use at most 20 names' }],
    ]);
    expect((await edit(id, { otherNames: Array(20).fill('saw').join(', ') })).status).toBe(200);
  });
});
