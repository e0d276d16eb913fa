import { afterAll, describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start();
const admin = await shop.admin();
afterAll(() => shop.stop());

const toolNow = async (id: string) => (await shop.json<Tool>('get', `/tools/${id}`)).body;
const edit = (id: string, body: object) => shop.json('put', `/tools/${id}`, { as: admin, body });

describe('specifications of a tool', () => {
  const rows = [
    { label: 'Weight', value: '450 g' },
    { label: 'Length', value: '33 cm' },
  ];

  it('are absent from a tool without any, and shown in their order, changed and taken away', async () => {
    const plain = await shop.newTool();
    expect(await toolNow(plain)).not.toHaveProperty('specifications');
    expect((await edit(plain, { specifications: [] })).body).toEqual({ modifiedCount: 0 });
    const id = await shop.newTool({ specifications: rows });
    expect(await toolNow(id)).toMatchObject({ specifications: rows, rev: 1 });
    expect((await edit(id, { specifications: rows })).body).toEqual({ modifiedCount: 0 });
    const turned = rows.toReversed();
    expect((await edit(id, { specifications: turned, rev: 1 })).body).toEqual({ modifiedCount: 1 });
    expect(await toolNow(id)).toMatchObject({ specifications: turned, rev: 2 });
    expect((await edit(id, { specifications: [] })).body).toEqual({ modifiedCount: 1 });
    expect((await toolNow(id)).specifications).toEqual([]);
  });

  it('are refused in words', async () => {
    const refused = async (specifications: unknown) =>
      (await edit(await shop.newTool(), { specifications })).body.errors;
    expect(await refused('Weight: 450 g')).toEqual([
      { field: 'specifications', message: 'Send a list of label and value' },
    ]);
    expect(await refused([...rows, { label: 'weight', value: '1 kg' }])).toEqual([
      { field: 'specifications', message: '“weight” is there twice: keep one of them' },
    ]);
    expect(await refused([{ label: 'Weight', value: 'x'.repeat(201) }])).toEqual([
      { field: 'specifications.0.value', message: 'Use at most 200 characters' },
    ]);
  });
});

describe('other pictures of a tool', () => {
  const pictures = Array.from({ length: 5 }, (_, n) => `/images/${n}.webp`);

  it('are absent from a tool without any, and shown in their order, changed and taken away', async () => {
    expect(await toolNow(await shop.newTool())).not.toHaveProperty('otherImages');
    const id = await shop.newTool({ otherImages: pictures });
    expect(await toolNow(id)).toMatchObject({ otherImages: pictures, rev: 1 });
    const [image, ...otherImages] = pictures.toReversed();
    expect((await edit(id, { image, otherImages })).body).toEqual({ modifiedCount: 1 });
    expect(await toolNow(id)).toMatchObject({ image, otherImages, rev: 2 });
    expect((await edit(id, { image: '/images/x.webp' })).body).toEqual({ modifiedCount: 1 });
    expect(await toolNow(id)).toMatchObject({ image: '/images/x.webp', otherImages, rev: 3 });
    expect((await edit(id, { otherImages: [] })).body).toEqual({ modifiedCount: 1 });
    expect((await toolNow(id)).otherImages).toEqual([]);
  });

  it('are five at most, each at an address that a picture may have', async () => {
    const refused = async (otherImages: unknown) =>
      (await edit(await shop.newTool(), { otherImages })).body.errors;
    expect(await refused([...pictures, '/images/5.webp'])).toEqual([
      { field: 'otherImages', message: 'Use at most 6 pictures, the main one among them' },
    ]);
    expect(await refused(['http://pictures.example/x.jpg'])).toEqual([
      {
        field: 'otherImages.0',
        message: 'Send an address that begins with /images/ or https://',
      },
    ]);
  });
});

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
