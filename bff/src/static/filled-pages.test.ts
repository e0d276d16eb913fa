import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import type { CatalogueSnapshot } from '../tools/catalogue.ts';
import { filledPages, withTools } from './filled-pages.ts';
import type { FirstVisitPage } from './first-visit-pages.ts';

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
const toolOf = (one: string, place = 0): Tool => ({
  ...{ _id: `t${place}`, image: one, name: 'Saw', price: 12, minOrderQuantity: 1, availableQuantity: 5 },
  ...{ description: 'Cuts wood.', category: '', alt: '', otherNames: '', rev: 1, createdAt: '' },
});
const snapshotOf = (...images: string[]) => {
  const tools = images.map(toolOf);
  return { tools, byId: new Map(tools.map((tool) => [tool._id, tool])) } as unknown as CatalogueSnapshot;
};
/** Fills pages from a catalogue; a tool that is not in it was sold once where its id is `gone`. */
const filling = (
  current: () => CatalogueSnapshot | null,
  snapshot = () => Promise.resolve(snapshotOf()),
  wasSold = async (id: string) => id === 'gone',
) => {
  const contact = { phone: '1', email: 'hello@shop.example', address: 'Dhaka' };
  const rating = async () => null;
  const fill = filledPages(
    { current, snapshot, rating, wasSold },
    { shopUrl: 'https://shop.example', contact },
  );
  const words = { title: 'A page', description: 'What it says', file: '', above: [] };
  const list: FirstVisitPage = { ...words, path: '/tools', tools: 'newest', toolId: null };
  return {
    list: (isSearch = false, file = page) => fill(file, list, isSearch),
    tool: (toolId: string) => fill(page, { ...list, path: '/tools/:id', tools: 'one', toolId }, false),
  };
};
type Filled = ReturnType<ReturnType<typeof filling>['list']>;
const text = async (file: Filled) => (await file)?.text.plain.bytes.toString();

describe('first paints with pictures', () => {
  it('hold the newest tools, or the one that is asked for', async () => {
    const snapshot = snapshotOf(image('a'), image('b'));
    const fill = filling(() => snapshot);
    const [a, b] = ['a', 'b'].map(
      (letter) => `<picture><img src="/images/${letter.repeat(32)}-800.webp"></picture>`,
    );
    expect(await text(fill.list())).toBe(`<main>${a}${b}</main>`);
    expect(await text(fill.tool('t1'))).toBe(`<main>${b}</main>`);
    expect(await text(fill.list(true))).toBe('<main></main>');
  });

  it('say of a tool that is not for sale whether it ever was, in the same page', async () => {
    const fill = filling(() => snapshotOf(image('a')));
    const answers = await Promise.all(['t0', 'gone', 'never', 'never2'].map(fill.tool));
    expect(answers.map((answer) => answer?.status)).toEqual([200, 410, 404, 404]);
    expect(await text(fill.tool('gone'))).toBe('<main></main>');
    // One page for all of them: strangers would fill the memory with others.
    expect(answers[3]?.text).toBe(answers[2]?.text);
  });

  it('say nothing of a tool while the shop cannot tell', async () => {
    const never = () => new Promise<never>(() => undefined);
    const late = filling(() => snapshotOf(), undefined, never);
    const unread = filling(() => null, never, never);
    expect([(await late.tool('t0'))?.status, (await unread.tool('t0'))?.status]).toEqual([200, 200]);
  });

  it('get another tag with other pictures only', async () => {
    let now = snapshotOf(image('a'));
    const fill = filling(() => now);
    const first = await fill.list();
    now = snapshotOf(image('a'));
    expect((await fill.list())?.text).toBe(first?.text);
    now = snapshotOf(image('c'));
    expect((await fill.list())?.text.plain.tag).not.toBe(first?.text.plain.tag);
  });

  it('are compressed as fast as an answer must be: each tool has a page of its own', async () => {
    const fill = filling(() => snapshotOf(image('a')));
    const words = Array.from({ length: 2_000 }, (_, n) => `<p>${(n * n) % 997} hammers</p>`);
    await writeFile(page, words.join(''));
    const plain = (await fill.list())?.text.plain.bytes ?? Buffer.alloc(0);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    const brotli = await (await fill.list())?.text.form('br');
    expect(brotli?.bytes).toEqual(brotliCompressSync(plain, { params }));
  });

  it('go without pictures while the catalogue cannot be read, or not soon', async () => {
    const failing = filling(
      () => null,
      () => Promise.reject(new Error('away')),
    );
    expect(await text(failing.list())).toBe('<main></main>');
    const hanging = filling(
      () => null,
      () => new Promise(() => undefined),
    );
    expect(await text(hanging.list())).toBe('<main></main>');
  });

  it('are null when the file is gone', async () => {
    const fill = filling(() => snapshotOf());
    expect(await fill.list(false, join(folder, 'none.html'))).toBeNull();
  });
});

const zeros = '0'.repeat(32);
const drawn = (place: number) =>
  `<div><picture data-stand-in="${place}"><source srcset="/images/${zeros}-400.avif 400w"><img src="/images/${zeros}-800.webp"></picture></div>`;
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
