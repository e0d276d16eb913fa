import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import type { CatalogueSnapshot } from '../tools/catalogue.ts';
import { filledPages, withTools } from './filled-pages.ts';

let folder: string;
let page: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'karigar-filled-'));
  page = join(folder, 'tools.html');
  const picture = (place: number) =>
    `<picture data-stand-in="${place}"><img src="/images/${'0'.repeat(32)}-800.webp"></picture>`;
  await writeFile(page, `<main>${picture(0)}${picture(1)}</main>`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const image = (letter: string) => `/images/${letter.repeat(32)}.webp`;
const snapshotOf = (...images: string[]): CatalogueSnapshot => {
  const tools = images.map((one, place) => ({ _id: `t${place}`, image: one }) as Tool);
  return { tools, byId: new Map(tools.map((tool) => [tool._id, tool])) } as unknown as CatalogueSnapshot;
};
const catalogueOf = (current: CatalogueSnapshot | null, read = () => Promise.resolve(snapshotOf())) => ({
  current: () => current,
  snapshot: read,
});
const text = async (file: ReturnType<ReturnType<typeof filledPages>>) => (await file)?.plain.bytes.toString();

describe('first paints with pictures', () => {
  it('hold the newest tools, or the one that is asked for', async () => {
    const fill = filledPages(catalogueOf(snapshotOf(image('a'), image('b'))));
    const [a, b] = ['a', 'b'].map(
      (letter) => `<picture><img src="/images/${letter.repeat(32)}-800.webp"></picture>`,
    );
    expect(await text(fill(page, 'newest'))).toBe(`<main>${a}${b}</main>`);
    expect(await text(fill(page, { toolId: 't1' }))).toBe(`<main>${b}</main>`);
    expect(await text(fill(page, 'none'))).toBe('<main></main>');
    expect(await text(fill(page, { toolId: 'gone' }))).toBe('<main></main>');
  });

  it('get another tag with other pictures only', async () => {
    let now = snapshotOf(image('a'));
    const fill = filledPages({ current: () => now, snapshot: () => Promise.resolve(now) });
    const first = await fill(page, 'newest');
    now = snapshotOf(image('a'));
    expect(await fill(page, 'newest')).toBe(first);
    now = snapshotOf(image('c'));
    expect((await fill(page, 'newest'))?.plain.tag).not.toBe(first?.plain.tag);
  });

  it('are compressed as fast as an answer must be: each tool has a page of its own', async () => {
    const fill = filledPages(catalogueOf(snapshotOf(image('a'))));
    const words = Array.from({ length: 2_000 }, (_, n) => `<p>${(n * n) % 997} hammers</p>`);
    await writeFile(page, words.join(''));
    const plain = (await fill(page, 'newest'))?.plain.bytes ?? Buffer.alloc(0);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    const brotli = await (await fill(page, 'newest'))?.form('br');
    expect(brotli?.bytes).toEqual(brotliCompressSync(plain, { params }));
  });

  it('go without pictures while the catalogue cannot be read, or not soon', async () => {
    const failing = filledPages(catalogueOf(null, () => Promise.reject(new Error('away'))));
    expect(await text(failing(page, 'newest'))).toBe('<main></main>');
    const hanging = filledPages(catalogueOf(null, () => new Promise(() => undefined)));
    expect(await text(hanging(page, 'newest'))).toBe('<main></main>');
  });

  it('are null when the file is gone', async () => {
    const fill = filledPages(catalogueOf(snapshotOf()));
    expect(await fill(join(folder, 'none.html'), 'newest')).toBeNull();
  });
});

const zeros = '0'.repeat(32);
const drawn = (place: number) =>
  `<div><picture data-stand-in="${place}"><source srcset="/images/${zeros}-400.avif 400w"><img src="/images/${zeros}-800.webp"></picture></div>`;
const toolOf = (image: string) => ({ image, name: 'Saw', price: 12 });
const stem = '0123456789abcdef'.repeat(2);

describe('pictures in a first paint', () => {
  it('are those of the tools, in every form', () => {
    expect(withTools(drawn(0), [toolOf(`/images/${stem}.webp`)])).toBe(
      `<div><picture><source srcset="/images/${stem}-400.avif 400w"><img src="/images/${stem}-800.webp"></picture></div>`,
    );
  });

  it('leave an empty frame where no tool is known or its picture lies elsewhere', () => {
    const html = drawn(0) + drawn(1) + drawn(2);
    const tools = [toolOf('https://pictures.example/"><script>'), toolOf(`/images/${stem}.webp?x`)];
    expect(withTools(html, tools)).toBe('<div></div><div></div><div></div>');
    expect(withTools(html, [])).toBe('<div></div><div></div><div></div>');
  });
});

describe('words in a first paint', () => {
  const words = (place: number, field: string) =>
    `<tool-words class="a b" data-place="${place}" data-field="${field}"><i>…</i></tool-words>`;

  it('are the name and the price of the tool at this place', () => {
    expect(withTools(words(0, 'name') + words(0, 'price'), [toolOf('')])).toBe(
      '<span class="a b">Saw</span><span class="a b">$12</span>',
    );
  });

  it('are text, whatever an admin has called the tool', () => {
    const tool = { ...toolOf(''), name: '<b onclick="x()">$& & $1</b>' };
    expect(withTools(words(0, 'name'), [tool])).toBe(
      '<span class="a b">&lt;b onclick=&quot;x()&quot;&gt;$&amp; &amp; $1&lt;/b&gt;</span>',
    );
  });

  it('stay what the build has drawn where no tool is known', () => {
    expect(withTools(words(1, 'name'), [toolOf('')])).toBe('<i>…</i>');
  });
});
